/** Finds errors in people that the schema does not cover, for rating, saving and binding. */
import type { FieldError } from '#contract/problems.ts'
import { type AmendBody, decodeIncidents } from '#contract/wire/rating-answers.ts'
import type { Quote } from '#db/repositories/quotes.ts'
import type { NzDay } from '#journey/dates.ts'
import { type Incident, incidentRowCount, incidentYears, isFutureMonth } from '#journey/incidents.ts'
import { isMobileNumber } from '#journey/mobile.ts'
import { driverPositions, type Policyholder } from '#journey/people.ts'
import { earliestBirthYear, isOldEnough } from '#journey/questions/person-errors.ts'

const isSame = (one: Incident, other: Incident): boolean =>
  one.claimCode === other.claimCode && one.month === other.month && one.year === other.year

/**
 * An incident that was accepted once stays accepted: a quote of December may be bought in January, when its
 * oldest year is no longer asked for.
 */
export function driverRequestErrors(
  drivers: AmendBody['drivers'],
  { drivers: before }: Pick<Quote, 'drivers'>,
  today: NzDay,
): FieldError[] {
  const accepted = (before ?? []).flatMap(driver => driver.incidents)
  const wrongPart = (incident: Incident): 'year' | 'month' | null => {
    if (accepted.some(known => isSame(known, incident))) return null
    if (!incidentYears(today).includes(incident.year)) return 'year'
    return isFutureMonth(incident, today) ? 'month' : null
  }
  return drivers.flatMap((driver, index) => {
    const { type, incidentCount, dateOfBirth } = driver
    const incidents = decodeIncidents(driver)
    const wrong = (field: string, message: string) => [{ path: `drivers.${index}${field}`, message }]
    return [
      // The first driver is rated as the main driver, and the schedule calls them Primary.
      ...(type === driverPositions[index] ? [] : wrong('.type', `is not ${driverPositions[index]}`)),
      // 5+ is not a number, and is declined with or without its incidents.
      ...(incidentCount === '5+' || incidents.length === incidentRowCount(incidentCount)
        ? []
        : wrong('.incidentCount', 'is not the number of incidents given')),
      ...(Number(dateOfBirth.slice(0, 4)) < earliestBirthYear || dateOfBirth > today
        ? wrong('.dateOfBirth', 'is not possible')
        : []),
      ...incidents.flatMap(incident => {
        const part = wrongPart(incident)
        return part === null ? [] : wrong(`.${part}${incident.slot}`, 'is in the future or too long ago')
      }),
    ]
  })
}

export function policyholderRequestErrors(
  { dateOfBirth, mobile }: Pick<Policyholder, 'dateOfBirth' | 'mobile'>,
  paths: { readonly dateOfBirth: string; readonly mobile: string },
  today: NzDay,
): FieldError[] {
  const errors: FieldError[] = []
  if (Number(dateOfBirth.slice(0, 4)) < earliestBirthYear)
    errors.push({ path: paths.dateOfBirth, message: 'is not possible' })
  if (!isOldEnough(dateOfBirth, today, 'at-least-18'))
    errors.push({ path: paths.dateOfBirth, message: 'is under 18' })
  if (!isMobileNumber(mobile)) errors.push({ path: paths.mobile, message: 'is not a mobile number' })
  return errors
}
