/** Incidents of the last three years: their types, their names for people, and their years. */
import type { NzDay } from './dates.ts'

export const claimCodes = ['FAULT_EXCESS', 'CLAIM_EXCESS', 'CLAIM_NO_EXCESS', 'LICENCE_SUS'] as const
export type ClaimCode = (typeof claimCodes)[number]

export const incidentCounts = ['0', '1', '2', '3', '4', '5+'] as const
export type IncidentCount = (typeof incidentCounts)[number]

/** The numbers of the incidents of one driver on the wire. */
export const incidentSlots = [1, 2, 3, 4] as const

export interface Incident {
  readonly claimCode: ClaimCode
  /** 1 to 12 */
  readonly month: number
  readonly year: number
}

/** The years that an incident can have: this year and the three before, newest first. */
export const incidentYears = (today: NzDay): number[] => {
  const year = Number(today.slice(0, 4))
  return [year, year - 1, year - 2, year - 3]
}

/** True for a month of this year that has not begun. */
export const isFutureMonth = ({ year, month }: Pick<Incident, 'year' | 'month'>, today: NzDay): boolean =>
  year === Number(today.slice(0, 4)) && month > Number(today.slice(5, 7))

/** How many incident rows a count asks for; '5+' asks for none, because it is declined. */
export const incidentRows = (count: string): number => (/^[1-4]$/.test(count) ? Number(count) : 0)

/** True when these drivers have too many incidents together. */
export function declinesIncidents(
  drivers: readonly { readonly incidentCount: string; readonly incidents: readonly Incident[] }[],
): boolean {
  if (drivers.some(driver => driver.incidentCount === '5+')) return true
  const all = drivers.flatMap(driver => driver.incidents)
  const count = (code: ClaimCode) => all.filter(incident => incident.claimCode === code).length
  const fault = count('FAULT_EXCESS')
  const withExcess = count('CLAIM_EXCESS')
  const withoutExcess = count('CLAIM_NO_EXCESS')
  return (
    fault > 3 ||
    withExcess > 3 ||
    withoutExcess > 3 ||
    count('LICENCE_SUS') > 1 ||
    fault + withExcess + withoutExcess > 4
  )
}

export const incidentTypeNames: Readonly<Record<ClaimCode, string>> = {
  FAULT_EXCESS: 'At fault, excess payable',
  CLAIM_EXCESS: 'Other claim with excess',
  CLAIM_NO_EXCESS: 'Claim without excess',
  LICENCE_SUS: 'Licence suspension, disqualification or cancellation',
}
