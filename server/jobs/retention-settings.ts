/** Reads the retention periods from the configuration, for the retention job and the privacy page. */
import { setting, settings, wholeNumber } from '#server/lib/settings.ts'

export const retentionPeriods = settings({
  sessionHours: setting('RETAIN_SESSION_HOURS', wholeNumber(9, 720).default(24)),
  captchaHours: setting('RETAIN_CAPTCHA_HOURS', wholeNumber(2, 720).default(24)),
  /** A prospect who never asked for a price; counted from the last change. */
  prospectDays: setting('RETAIN_PROSPECT_DAYS', wholeNumber(1, 60).default(7)),
  /** An unsold quote with its people, counted from its creation; a valid quote stays until it expires. */
  quoteDays: setting('RETAIN_QUOTE_DAYS', wholeNumber(31, 365).default(60)),
  /** The anonymised remains of such a quote. */
  tombstoneDays: setting('RETAIN_TOMBSTONE_DAYS', wholeNumber(1, 3660).default(396)),
  /** Bank details, counted from the issue of the policy. */
  bankDays: setting('RETAIN_BANK_DAYS', wholeNumber(15, 365).default(30)),
  /** Bank details, counted from the insurer's rejection. */
  rejectedBankHours: setting('RETAIN_REJECTED_BANK_HOURS', wholeNumber(1, 720).default(24)),
  /**
   * A policy with its audit, counted from the end of its cover. The law requires seven years, and the database
   * rejects an earlier deletion of audit lines.
   */
  policyYears: setting('RETAIN_POLICY_YEARS', wholeNumber(7, 30).default(7)),
})
export type RetentionPeriods = ReturnType<(typeof retentionPeriods)['parse']>

export const defaultRetentionPeriods: RetentionPeriods = retentionPeriods.parse({})
