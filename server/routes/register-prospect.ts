/**
 * Handler of POST /edge/vero/prospect/registration: creates a quote of the host's brand and returns its log-in link.
 */
import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/endpoints.ts'
import { email, personName } from '#contract/schemas/common.ts'
import type { QuoteApplicant } from '#db/json-columns.ts'
import { isMobileNumber, splitMobile } from '#journey/mobile.ts'
import { createQuoteLink } from '#server/access/log-in.ts'
import { type Handler, okResult } from '#server/lib/handler-types.ts'

function readMobile(text: string): string | undefined {
  const mobile = splitMobile(text)?.join('')
  return mobile !== undefined && isMobileNumber(mobile) ? mobile : undefined
}

/** The valid fields of the person that a partner sends; the customer is asked for the others. */
function applicantOf(body: BodyOf<'registration'>): QuoteApplicant | null {
  const read = {
    firstName: personName.safeParse(body.firstName).data,
    lastName: personName.safeParse(body.lastName).data,
    email: email.safeParse(body.email?.trim()).data,
    mobilePhone: readMobile(body.mobilePhone ?? ''),
  }
  const given = Object.entries(read).filter(([, value]) => value !== undefined)
  return given.length > 0 ? Object.fromEntries(given) : null
}

export const registerProspect: Handler<'registration'> = async ({ body, caller }, services) => {
  const { brand, origin, sessionId, openedSessionId } = caller
  const now = services.now()
  const sale = { source: body.source || brand.key, partner_id: body.partnerId ?? null }
  const id = randomUUID()
  const url = await services.withTransaction(async tx => {
    const of = { brand: brand.key, origin, plate: body.registrationNumber, applicant: applicantOf(body) }
    await tx.createProspect({ id, ...of, ...sale, now })
    const link = await createQuoteLink({ quoteId: id, origin, sessionId, showsPeople: false }, tx, now)
    const registrant = sessionId ?? openedSessionId
    if (registrant) await tx.grantAccess({ sessionId: registrant, quoteId: id, level: 'EDIT_QUOTE', now })
    await tx.recordAuditEvent({ quoteId: id, what: 'registered', now })
    await tx.countSalesEvent({ quoteId: id, event: 'prospect', now })
    return link
  })
  // With a partner id the link opens the form. Without one it asks for a quote number, which this customer may not have.
  return okResult({ source: brand.key, url: body.partnerId ? `${url}&partnerId=${body.partnerId}` : url })
}
