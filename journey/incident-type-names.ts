/** The names of incident types, for the driver's choice in step 2 and for the schedule. */
import type { ClaimCode } from './incidents.ts'

export const incidentTypeNames: Readonly<Record<ClaimCode, string>> = {
  FAULT_EXCESS: 'At fault, excess payable',
  CLAIM_EXCESS: 'Other claim with excess',
  CLAIM_NO_EXCESS: 'Claim without excess',
  LICENCE_SUS: 'Licence suspension, disqualification or cancellation',
}
