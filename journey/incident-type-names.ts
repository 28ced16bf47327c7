/** What incidents are called: a driver's are chosen by these names, and the schedule prints them. */
import type { ClaimCode } from './incidents.ts'

export const incidentTypeNames: Readonly<Record<ClaimCode, string>> = {
  FAULT_EXCESS: 'At fault, excess payable',
  CLAIM_EXCESS: 'Other claim with excess',
  CLAIM_NO_EXCESS: 'Claim without excess',
  LICENCE_SUS: 'Licence suspension, disqualification or cancellation',
}
