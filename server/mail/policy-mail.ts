/** The job that mails a new policy: its documents, its dates and a link to the policy page. */
import { requireBrand } from '#brands/index.ts'
import { policyCalendar } from '#documents/calendar.ts'
import { policyMail } from '#documents/mail/policy-mail.ts'
import { addDays, nzToday } from '#journey/dates.ts'
import { legalPaths, policyPathOf } from '#journey/page-paths.ts'
import { encodePolicyNumberForId } from '#journey/policy-record.ts'
import type { JobPayload } from '#server/jobs/job-payloads.ts'
import { hashToken, hmac } from '#server/lib/crypto.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { dayMs } from '#server/lib/durations.ts'
import { deliver } from './deliver.ts'

const linkDays = 30

export async function sendPolicyMail(
  { quoteId, sentAgainAt }: JobPayload<'policy-mail'>,
  services: Dependencies,
): Promise<void> {
  const policy = await services.repositories.findPolicy(quoteId)
  const quote = await services.repositories.findQuote(quoteId)
  const to = policy?.record.policyholders[0]?.email
  if (!policy || !quote || to === undefined) return
  const { record } = policy
  const brand = requireBrand(services.brands, policy.brand)
  // Every retry sends one link, and a corrected address gets another (`npm run ops -- mail-again`).
  const token = hmac(services.keys, `documents|${quoteId}|${to}`)
  const expiresAt = new Date(services.now().getTime() + linkDays * dayMs)
  const link = { quoteId, kind: 'documents', sessionId: null, showsPeople: false, expiresAt } as const
  await services.repositories.upsertLoginToken({ ...link, tokenHash: hashToken(token) })
  const content = policyMail(record, brand, {
    documentsUrl: `${quote.origin}${policyPathOf(quoteId)}&token=${token}`,
    // The last whole day: on the next day the link ends at the hour of this mail.
    worksUntil: addDays(nzToday(expiresAt), -1),
    privacyUrl: `${quote.origin}${legalPaths.privacy}`,
  })
  const attachments = [
    {
      filename: 'policyDetails.pdf',
      contentType: 'application/pdf',
      content: await services.pdfRenderer.schedule(record, brand),
    },
    {
      filename: 'policyWording.pdf',
      contentType: 'application/pdf',
      content: await services.pdfRenderer.wording(record.choice.cover, brand),
    },
    {
      filename: 'policyDates.ics',
      contentType: 'text/calendar; charset=utf-8',
      content: Buffer.from(policyCalendar(record, brand)),
    },
  ]
  // A mail system may drop a message whose id it has seen.
  const again = sentAgainAt === undefined ? '' : `.${Date.parse(sentAgainAt)}`
  const name = `policy.${encodePolicyNumberForId(record.policyNumber)}${again}`
  await deliver({ quoteId, brand, name, to, content, attachments, kind: 'policy-mail' }, services)
}
