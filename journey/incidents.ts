/** Incidents of the last three years: their types, display names and allowed years. */
import type { NzDay } from './dates.ts'

export const incidentTypes = ['FAULT_EXCESS', 'CLAIM_EXCESS', 'CLAIM_NO_EXCESS', 'LICENCE_SUS'] as const
export type IncidentType = (typeof incidentTypes)[number]

export const incidentCounts = ['0', '1', '2', '3', '4', '5+'] as const
export type IncidentCount = (typeof incidentCounts)[number]

export const incidentSlots = [1, 2, 3, 4] as const

export interface Incident {
  readonly claimCode: IncidentType
  /** 1 to 12 */
  readonly month: number
  readonly year: number
}

export const incidentYears = (today: NzDay): number[] => {
  const year = Number(today.slice(0, 4))
  return [year, year - 1, year - 2, year - 3]
}

/** True for a month of this year that has not begun. */
export const isFutureMonth = ({ year, month }: Pick<Incident, 'year' | 'month'>, today: NzDay): boolean =>
  year === Number(today.slice(0, 4)) && month > Number(today.slice(5, 7))

/** The number of incident rows for a count; 0 for '5+', because it is declined. */
export const incidentRowCount = (count: string): number => (/^[1-4]$/.test(count) ? Number(count) : 0)

export const incidentTypeNames: Readonly<Record<IncidentType, string>> = {
  FAULT_EXCESS: 'At fault, excess payable',
  CLAIM_EXCESS: 'Other claim with excess',
  CLAIM_NO_EXCESS: 'Claim without excess',
  LICENCE_SUS: 'Licence suspension, disqualification or cancellation',
}
