/** Builds a whole quote form from some of its texts, for tests and the state book. */
import {
  emptyDriver,
  emptyFormAnswers,
  emptyIncident,
  emptyPolicyholder,
  type FieldPath,
  type FormAnswers,
  setFieldValue,
} from '#journey/questions/form-answers.ts'

/** Some texts of the form by their paths; the other texts are empty. */
export type FormTexts = { readonly [Path in FieldPath]?: string }

/** The form with these texts. A list is as long as its paths say. */
export function formOf(texts: FormTexts, before: FormAnswers = emptyFormAnswers): FormAnswers {
  const form = Object.entries(texts).reduce(
    (form, [path, text]) => (text === undefined ? form : setFieldValue(form, path as FieldPath, text)),
    before,
  )
  const { drivers } = form.driver
  const { policyholders } = form.policyholders
  return {
    ...form,
    driver: {
      ...form.driver,
      drivers: Array.from(drivers, driver => ({
        ...emptyDriver,
        ...driver,
        incidents: Object.values(driver?.incidents ?? {}).map(incident => ({
          ...emptyIncident,
          ...incident,
        })),
      })),
    },
    policyholders: {
      ...form.policyholders,
      policyholders: Array.from(policyholders, person => ({ ...emptyPolicyholder, ...person })),
    },
  }
}
