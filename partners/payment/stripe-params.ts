/** The request parameters of a Stripe Checkout session, for stripe.ts. */
import type { Stripe } from 'stripe'
import type { CardScheme } from '#journey/payment.ts'
import type { CardSessionRequest } from './port.ts'

const brandNames: Readonly<Record<CardScheme, string>> = {
  VISA: 'visa',
  MASTER: 'mastercard',
  AMEX: 'american_express',
}
const allBrands = [...Object.values(brandNames), 'discover_global_network']

/** Stripe requires a letter, and some insurers' quote numbers are digits only. */
function statementText(reference: string): string {
  const plain = reference.replace(/[^\w .-]/g, '')
  return (/[A-Za-z]/.test(plain) ? plain : `Q ${plain}`).slice(0, 22)
}

export function sessionParams(request: CardSessionRequest): Stripe.Checkout.SessionCreateParams {
  const { idempotencyKey, amountCents, currency, seller, reference, schemes, instalments, urls } = request
  const allowedBrands = schemes.map(scheme => brandNames[scheme])
  const back = `${urls.approved}${urls.approved.includes('?') ? '&' : '?'}`
  return {
    mode: 'payment',
    submit_type: 'pay',
    locale: 'en-GB',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: amountCents,
          product_data: { name: `${seller}: car insurance ${reference}` },
        },
      },
    ],
    // Stripe replaces the text in braces.
    success_url: `${back}session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: urls.cancelled,
    client_reference_id: reference.slice(0, 200),
    // Stripe returns this in every webhook. It separates our sessions from those of other systems.
    metadata: { openroad_payment: idempotencyKey },
    allowed_payment_method_types: ['card'],
    // Charges the quoted amount in its own currency.
    adaptive_pricing: { enabled: false },
    payment_method_options: {
      card: {
        request_three_d_secure: request.threeDSecure ? 'any' : 'automatic',
        restrictions: { brands_blocked: allBrands.filter(brand => !allowedBrands.includes(brand)) },
      },
    },
    ...(instalments && { customer_creation: 'always' }),
    payment_intent_data: {
      ...(instalments && { setup_future_usage: 'off_session' }),
      description: reference,
      statement_descriptor_suffix: statementText(reference),
    },
  }
}
