/**
 * The job that tells a direct debit customer by e-mail that the insurer rejected the policy. It waits while
 * the page may still show that result.
 */
import { noPolicyMail } from '#documents/mail/no-policy-mail.ts'
import { entryPath } from '#journey/page-paths.ts'
import type { JobPayload } from '#server/jobs/job-payloads.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { decryptBindRequest } from '#server/purchase/bind-request.ts'
import { hasExpired } from '#server/quotes/quote-checks.ts'
import { brandOf, deliver, recordMailRejection } from './deliver.ts'

export async function sendNoPolicyMail(
  { quoteId, key }: JobPayload<'no-policy-mail'>,
  services: Dependencies,
): Promise<void> {
  const { repositories, keys, now } = services
  const bindAttempt = await repositories.findBindAttempt(quoteId)
  const quote = await repositories.findQuote(quoteId)
  // The customer ordered again, so another answer will come; or paid by card, so the refund mail tells the outcome.
  if (bindAttempt?.state !== 'REJECTED' || bindAttempt.payment_id !== null || !quote) return
  if (key !== bindAttempt.idempotency_key) return
  // The request with the address was destroyed before a mail server accepted the mail: a person has to tell the customer.
  if (bindAttempt.encrypted_request === null) return recordMailRejection(quoteId, services, 'no-policy-mail')
  const { policy } = decryptBindRequest(bindAttempt.encrypted_request, quoteId, keys)
  const { quoteNumber, policyholders } = policy
  const to = policyholders[0]?.email
  if (to === undefined) return
  const brand = brandOf(services, quote.brand)
  const isOpen = quote.status === 'QUOTED' && !hasExpired(quote, now())
  // The insurer does not say which part it rejected, so the mail names the account, as the page does.
  const maybeAccount = bindAttempt.last_error === 'MALFORMED'
  const content = noPolicyMail({ quoteNumber, isOpen, maybeAccount }, brand, `${quote.origin}${entryPath}`)
  const name = `no-policy.${bindAttempt.idempotency_key}`
  await deliver({ quoteId, brand, name, to, content, kind: 'no-policy-mail' }, services)
}
