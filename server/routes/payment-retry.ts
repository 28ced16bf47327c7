/** POST /vero/payment/retry: 'Proceed to payment' after a card was declined. */
import { can } from '#journey/access-level.ts'
import { accessLevelFor } from '#server/access/access-control.ts'
import { type Handler, refuse, reply } from '#server/lib/handler-types.ts'
import { startCardPayment } from '#server/purchase/card-page.ts'

export const paymentRetry: Handler<'paymentRetry'> = async ({ body, caller }, services) => {
  const level = await accessLevelFor(caller, body.uuid, services.repositories)
  if (!can({ level }, 'followPayment')) return refuse('NOT_FOUND')
  const page = await startCardPayment(body.uuid, caller, services)
  return 'url' in page ? reply({ data: { attributes: { url: page.url } } }) : refuse(page.refused)
}
