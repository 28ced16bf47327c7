/**
 * The declines that a page shows before the server is asked: browsers report them, and the server counts them for
 * the sales report.
 */
import type { DeclineCode } from '#journey/sales.ts'

export const clientDeclinePath = '/edge/page-decline'

export const clientDeclines = [
  'BUSINESS_USE',
  'MODIFIED',
  'CRIMINAL_RECORD',
  'VEHICLE_NOT_INSURABLE',
  'VALUE_TOO_HIGH',
] as const satisfies readonly DeclineCode[]
export type ClientDecline = (typeof clientDeclines)[number]
