/**
 * The routes of the hosted payment page, on which customers type a card number. They charge the card, ask for a 3-D
 * Secure code if needed, and redirect to the shop.
 */
import formBody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { lettersAndDigits } from '#journey/typed-text.ts'
import type { TestCard, TypedCard } from './card.ts'
import { type CardForm, cardForm, checkForm, type FieldErrors } from './card-form.ts'
import type { CardPageHandler, Charged, Found } from './card-page.ts'
import { cardPage, challengePage, messagePage, pageContentHashes } from './routes.ts'

type Open = Extract<Found, { state: 'open' }> & { readonly id: string }

const params = z.object({ id: z.string() }).catch({ id: '' })
const challengeForm = z.object({ code: z.string().max(1000).default('') })
const maximumWrongCodes = 3
const emptyForm: CardForm = { cardNumber: '', nameOnCard: '', expiry: '', securityCode: '' }

const formOf = ({ number, name, month, year }: TypedCard): CardForm => ({
  cardNumber: number,
  nameOnCard: name,
  expiry: `${month}/${year}`,
  securityCode: '',
})

export async function paymentPage<C extends TestCard>(
  app: FastifyInstance,
  { till, now }: { readonly till: CardPageHandler<C>; readonly now: () => Date },
): Promise<void> {
  const { prefix } = till
  await app.register(formBody, { bodyLimit: 16 * 1024 })

  const show = (reply: FastifyReply, shop: readonly string[], text: string, status = 200) =>
    reply.code(status).type('text/html; charset=utf-8').headers(headersFor(shop)).send(text)

  const goBack = (reply: FastifyReply, shop: readonly string[], location: string) =>
    reply.headers(headersFor(shop)).redirect(location, 302)

  /** Returns the session if it is open; otherwise sends the response and returns null. */
  async function open(reply: FastifyReply): Promise<Open | null> {
    const { id } = params.parse(reply.request.params)
    const found = await till.find(id)
    if (found?.state === 'open') return { ...found, id }
    if (found?.state === 'ended') await goBack(reply, found.shop, found.location)
    else if (found)
      await show(
        reply,
        [],
        messagePage('This payment page has expired', 'No money was taken. Start again from the shop.'),
        410,
      )
    else
      await show(
        reply,
        [],
        messagePage('We cannot find this payment', 'Check the link, or start again from the shop.'),
        404,
      )
    return null
  }

  const showForm = (
    reply: FastifyReply,
    { order, shop }: Open,
    form: CardForm,
    errors: FieldErrors,
    status: number,
  ) => show(reply, shop, cardPage(order, form, errors), status)

  const answer = (reply: FastifyReply, session: Open, card: TypedCard, charged: Charged) =>
    'location' in charged
      ? goBack(reply, session.shop, charged.location)
      : showForm(reply, session, formOf(card), { cardNumber: charged.declined }, 402)

  app.get(`${prefix}/:id`, async (_, reply) => {
    const session = await open(reply)
    return session ? showForm(reply, session, emptyForm, {}, 200) : reply
  })

  app.post(`${prefix}/:id`, async (request, reply) => {
    const session = await open(reply)
    if (!session) return reply
    const read = cardForm.safeParse(request.body)
    const form = read.success ? read.data : emptyForm
    const checked = checkForm(form, session.order.acceptedTypes, till.testCards, now())
    if (!checked.ok) return showForm(reply, session, form, checked.errors, 400)
    const { card, testCard } = checked
    if (testCard.challengeCode === '')
      return answer(reply, session, card, await till.charge(session.id, card, testCard, 'none'))
    await till.keepChallenge(session.id, { card, wrongCodes: 0 })
    return reply.headers(headersFor(session.shop)).redirect(`${session.order.path}/challenge`, 303)
  })

  app.get(`${prefix}/:id/challenge`, async (_, reply) => {
    const session = await open(reply)
    if (!session) return reply
    return (await till.challengeOf(session.id))
      ? show(reply, session.shop, challengePage(session.order, ''))
      : reply.redirect(session.order.path, 303)
  })

  app.post(`${prefix}/:id/challenge`, async (request, reply) => {
    const session = await open(reply)
    if (!session) return reply
    const challenge = await till.challengeOf(session.id)
    const testCard = till.testCards.find(({ number }) => number === challenge?.card.number)
    if (!challenge || !testCard) return reply.redirect(session.order.path, 303)
    const { card } = challenge
    const { code } = challengeForm.catch({ code: '' }).parse(request.body)
    if (lettersAndDigits(code) === testCard.challengeCode)
      return answer(reply, session, card, await till.charge(session.id, card, testCard, 'passed'))
    const wrongCodes = challenge.wrongCodes + 1
    if (wrongCodes >= maximumWrongCodes)
      return answer(reply, session, card, await till.charge(session.id, card, testCard, 'failed'))
    await till.keepChallenge(session.id, { card, wrongCodes })
    return show(reply, session.shop, challengePage(session.order, wrongCodeText(wrongCodes)), 400)
  })

  const { cancel } = till
  if (!cancel) return
  app.get(`${prefix}/:id/cancel`, async (_, reply) => {
    const session = await open(reply)
    return session ? goBack(reply, session.shop, await cancel(session.id)) : reply
  })
}

function wrongCodeText(wrongCodes: number): string {
  const left = maximumWrongCodes - wrongCodes
  return `That code is not right. You have ${left} more ${left === 1 ? 'try' : 'tries'}`
}

/** Includes the shop's origins, because browsers apply form-action to the redirect after a form submission too. */
function headersFor(shopAddresses: readonly string[]): Record<string, string> {
  const shop = new Set(shopAddresses.map(url => new URL(url).origin))
  return {
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${pageContentHashes.style}`,
      'img-src data:',
      ["form-action 'self'", ...shop].join(' '),
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}
