/** Handlers that create the card partner's page: payment/create, and payment/retry after a declined card. */
import { can } from '#journey/access-level.ts'
import { cardReturnPaths } from '#journey/page-paths.ts'
import { findAccessLevel } from '#server/access/find-access-level.ts'
import { type Handler, okResult, problemResult, type RequestContext } from '#server/lib/handler-types.ts'
import { startCardPayment } from '#server/purchase/card-page.ts'

const paths = {
  cancelUrl: cardReturnPaths.cancelled,
  failureUrl: cardReturnPaths.declined,
  successUrl: cardReturnPaths.approved,
} as const

/** True for this origin, path and quote, and for nothing that the URL parser and a browser could read differently. */
function isOurs(text: string, path: string, quoteId: string, caller: RequestContext): boolean {
  if (!URL.canParse(text) || /[\\\s\p{Cc}]/u.test(text)) return false
  const url = new URL(text)
  const named = url.searchParams.get('uuid') ?? url.searchParams.get('id')
  return (
    url.origin === caller.origin &&
    url.pathname === path &&
    url.username === '' &&
    url.hash === '' &&
    named?.toLowerCase() === quoteId
  )
}

export const paymentCreate: Handler<'paymentCreate'> = async ({ body, quoteId, caller }, services) => {
  const errors = (['cancelUrl', 'failureUrl', 'successUrl'] as const)
    .filter(path => !isOurs(body[path], paths[path], quoteId, caller))
    .map(path => ({ path, message: 'is not an address of this site for this quote' }))
  if (errors.length > 0) return problemResult('MALFORMED', { errors })
  const page = await startCardPayment(quoteId, caller, services, body.policyHistory)
  return 'url' in page ? okResult({ data: { attributes: { url: page.url } } }) : problemResult(page.refused)
}

export const paymentRetry: Handler<'paymentRetry'> = async ({ body, caller }, services) => {
  const level = await findAccessLevel(caller, body.uuid, services.repositories)
  if (!can({ level }, 'followPayment')) return problemResult('NOT_FOUND')
  const page = await startCardPayment(body.uuid, caller, services)
  return 'url' in page ? okResult({ data: { attributes: { url: page.url } } }) : problemResult(page.refused)
}
