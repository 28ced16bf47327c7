/**
 * Retention periods, by configuration. Policies and their record stay at least seven years after the cover
 * ended: the law requires it, and the database rejects earlier deletion of audit lines.
 */
import { type Reader, wholeNumber } from '#server/lib/read-setting.ts'

export interface RetentionPeriods {
  readonly sessionHours: number
  readonly captchaHours: number
  /** A prospect who never asked for a price; counted from the last change. */
  readonly prospectDays: number
  /**
   * An unsold quote with its people, counted from its creation; a quote that is still valid stays until it
   * expires.
   */
  readonly quoteDays: number
  /** The anonymised remains of such a quote. */
  readonly tombstoneDays: number
  /** Bank details, counted from the issue of the policy. */
  readonly bankDays: number
  /** Bank details, counted from the insurer's rejection. */
  readonly rejectedBankHours: number
  /** A policy with its audit, counted from the end of its cover. */
  readonly policyYears: number
}

export const readRetentionPeriods = (read: Reader): { retention: RetentionPeriods } => ({
  retention: {
    sessionHours: wholeNumber(read, 'RETAIN_SESSION_HOURS', 24, 9, 720),
    captchaHours: wholeNumber(read, 'RETAIN_CAPTCHA_HOURS', 24, 2, 720),
    prospectDays: wholeNumber(read, 'RETAIN_PROSPECT_DAYS', 7, 1, 60),
    quoteDays: wholeNumber(read, 'RETAIN_QUOTE_DAYS', 60, 31, 365),
    tombstoneDays: wholeNumber(read, 'RETAIN_TOMBSTONE_DAYS', 396, 1, 3660),
    bankDays: wholeNumber(read, 'RETAIN_BANK_DAYS', 30, 15, 365),
    rejectedBankHours: wholeNumber(read, 'RETAIN_REJECTED_BANK_HOURS', 24, 1, 720),
    policyYears: wholeNumber(read, 'RETAIN_POLICY_YEARS', 7, 7, 30),
  },
})
