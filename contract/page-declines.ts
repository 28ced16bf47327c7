/**
 * The declines that a page shows before the server is asked: browsers report them, and the server counts them for
 * the sales report.
 */
import type { DeclineCode } from '#journey/sales.ts'

export const pageDeclinePath = '/edge/page-decline'

export const pageDeclines = [
  'BUSINESS_USE',
  'MODIFIED',
  'CRIMINAL_RECORD',
  'VEHICLE_NOT_INSURABLE',
  'VALUE_TOO_HIGH',
] as const satisfies readonly DeclineCode[]
export type PageDecline = (typeof pageDeclines)[number]
