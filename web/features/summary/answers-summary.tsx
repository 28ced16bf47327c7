/** The summary of the customer's answers, for the declaration, the printed quote and step 5 (payment). */
import { addressText } from '#journey/address.ts'
import { coverNames, coverOptions } from '#journey/cover.ts'
import { formatDay, formatLongDate, type NzDay } from '#journey/dates.ts'
import { dollarsText } from '#journey/money.ts'
import type {
  CarForm,
  CoverForm,
  DriversForm,
  FieldPath,
  FormAnswers,
  PolicyholdersForm,
} from '#journey/questions/form-answers.ts'
import { businessNameOf, policyholdersOf } from '#journey/questions/policyholder.ts'
import { coverChoiceOf, quotedValueDollars } from '#journey/questions/quote.ts'
import { type IndicatorsAbout, mapIndicatorsAbout } from '#journey/questions/yes-no-questions.ts'
import type { Step } from '#journey/steps.ts'
import { incidentsText, indicatorRows, summaryText } from '#web/content/answers-summary.ts'
import { coverOptionText, frequencyNames, paymentPhrase } from '#web/content/cover-and-payment.ts'
import { type DraftState, modelsOf } from '#web/features/draft/draft-state.ts'
import { claimExcessText, shownPrice } from '#web/features/pricing/quote-price.ts'
import './answers-summary.css'

export interface SummaryRow {
  readonly label: string
  readonly values: readonly string[]
  /** Finishes the link: 'Change drivers'. */
  readonly change: string
  readonly step: Step
  readonly field?: FieldPath
}

interface Words {
  readonly label: string
  readonly one?: string
  readonly change: string
}

function row({ label, one = label, change }: Words, step: Step, ...given: string[]): SummaryRow {
  const values = given.filter(value => value !== '')
  return { label: values.length === 1 ? one : label, change, step, values }
}

/** A row for each field of a form, so that a missing one does not compile; `Elsewhere` are the fields without their own. */
type RowsOf<Form, Elsewhere extends keyof Form = never> = Readonly<
  Record<Exclude<keyof Form, Elsewhere>, SummaryRow | null>
>
const shown = (rows: RowsOf<object>): SummaryRow[] =>
  Object.values<SummaryRow | null>(rows).filter(row => row !== null)

const textOf = (value: string | Readonly<Partial<Record<string, string>>>, answer: string): string =>
  typeof value === 'string' ? value : (value[answer] ?? '')

const indicatorRowsOf = <About extends 'car' | 'drivers'>(
  about: About,
  answers: IndicatorsAbout<About>,
): RowsOf<IndicatorsAbout<About>> =>
  mapIndicatorsAbout(about, name => {
    const words = indicatorRows[name]
    return words && row(words, about === 'car' ? 'car' : 'driver', textOf(words.value, answers[name]))
  })

function carRows({ car }: FormAnswers, draftState: DraftState) {
  const models = modelsOf(car, draftState) ?? []
  const model = models.find(({ vehicleKey }) => vehicleKey === car.vehicleKey)?.vehicleDescription ?? ''
  const transmission = model.includes(car.transmission) ? '' : car.transmission
  const address = draftState.riskAddress ? addressText(draftState.riskAddress) : car.riskAddress.trim()
  const lender = car.isFinanced === 'YES' ? car.financeCompany : ''
  return {
    plate: row(summaryText.car, 'car', car.plate.trim(), model, transmission),
    ...indicatorRowsOf('car', car),
    isFinanced: row(summaryText.finance, 'car', lender || summaryText.finance.none),
    riskAddress: row(summaryText.address, 'car', address),
  } satisfies RowsOf<CarForm, 'transmission' | 'vehicleKey' | 'financeCompany' | 'carValue'>
}

function driverRows({ driver }: FormAnswers) {
  const people = driver.drivers.map(
    ({ firstName, lastName, dateOfBirth, incidentCount }) =>
      `${firstName.trim()} ${lastName.trim()}, ${dateOfBirth.trim()}, ${incidentsText(incidentCount)}`,
  )
  return {
    ...indicatorRowsOf('drivers', driver),
    drivers: row(summaryText.drivers, 'driver', ...people),
  } satisfies RowsOf<DriversForm>
}

function coverRows(answers: FormAnswers, draftState: DraftState, today: NzDay) {
  const choice = coverChoiceOf(answers, today)
  const value = quotedValueDollars(answers)
  const excess = claimExcessText(answers, draftState.quote, today)
  const price = shownPrice(draftState.quote, answers, today)
  const ofField = (field: FieldPath, words: Words, ...values: string[]): SummaryRow => ({
    ...row(words, 'quote', ...values),
    field,
  })
  const chosen = coverOptions.filter(option => choice[option])
  const extras =
    chosen.length > 0 ? chosen.map(option => coverOptionText[option].label) : [summaryText.extras.none]
  const amount = price ? paymentPhrase(price.paymentCents, price.frequency) : ''
  return {
    cover: ofField('cover.cover', summaryText.cover, coverNames[choice.cover]),
    voluntaryExcess: ofField('cover.voluntaryExcess', summaryText.excess, excess),
    // One row for all options.
    roadsideAssistance: ofField('cover.roadsideAssistance', summaryText.extras, ...extras),
    quoteCarValue: value > 0 ? ofField('cover.quoteCarValue', summaryText.value, dollarsText(value)) : null,
    startDate: ofField('cover.startDate', summaryText.start, formatLongDate(choice.startDate)),
    frequency: ofField('cover.frequency', summaryText.payment, frequencyNames[choice.frequency], amount),
  } satisfies RowsOf<
    CoverForm,
    'excessFreeWindow' | 'hireCar' | 'quoteValueOver' | 'quoteAddress' | 'declaration'
  >
}

/** The rows of the car, its use and its drivers, for which a price was requested. */
export function carAndDriverRows(answers: FormAnswers, draftState: DraftState): SummaryRow[] {
  const { plate } = carRows(answers, draftState)
  return [plate, ...shown(indicatorRowsOf('car', answers.car)), ...shown(driverRows(answers))]
}

export const quoteRows = (answers: FormAnswers, draftState: DraftState, today: NzDay): SummaryRow[] => [
  ...shown(carRows(answers, draftState)),
  ...shown(driverRows(answers)),
  ...shown(coverRows(answers, draftState, today)),
]

export function policyholderRows(answers: FormAnswers, draftState: DraftState): SummaryRow[] {
  const people = policyholdersOf(answers.policyholders).map(
    ({ title, firstName, lastName, dateOfBirth, email, mobile }) =>
      `${title} ${firstName} ${lastName}, ${formatDay(dateOfBirth)}, ${email}, ${mobile}`,
  )
  const businessName = businessNameOf(answers.policyholders)
  const postalAddress = draftState.postalAddress ? addressText(draftState.postalAddress) : ''
  return shown({
    policyholders: row(summaryText.policyholders, 'policyholder', businessName, ...people),
    postalAddress: row(summaryText.postal, 'policyholder', postalAddress),
  } satisfies RowsOf<
    PolicyholdersForm,
    'applicantType' | 'businessName' | 'useMainDriver' | 'useVehicleAddress'
  >)
}

/** @param onChange adds a 'Change' link to each row; the printed quote has none */
export function SummaryList({
  rows,
  onChange,
}: {
  rows: SummaryRow[]
  onChange?: (row: SummaryRow) => void
}) {
  return (
    <dl>
      {rows.map(row => (
        <div className="answers-summary-row" key={row.label}>
          <dt className="muted">{row.label}</dt>
          <dd>
            {row.values.map(value => (
              <span className="answers-summary-value" key={value}>
                {value}
              </span>
            ))}
          </dd>
          {onChange && (
            <dd>
              <button type="button" className="link answers-summary-link" onClick={() => onChange(row)}>
                {summaryText.change} <span className="visually-hidden">{row.change}</span>
              </button>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
