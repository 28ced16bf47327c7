/**
 * The routes of the hosted payment page, on which customers enter a card, for both card gateways of the sandbox. They
 * charge the card, ask for a 3-D Secure code if needed, and redirect to the shop.
 */
import formBody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { stripSeparators } from '#journey/typed-text.ts'
import { type Page, sendPage } from '#sandbox/html.ts'
import type { JsonFiles } from '#sandbox/json-files.ts'
import {
  type CardForm,
  cardForm,
  checkCardForm,
  type EnteredCard,
  enteredCard,
  type FieldErrors,
} from './card-form-validation.ts'
import { cardPage, challengePage, messagePage, type Order } from './pages.ts'

export type FoundSession =
  /** `shop`: the addresses that the page may redirect to. */
  | { readonly state: 'open'; readonly order: Order; readonly shop: readonly string[] }
  /** Every request now redirects to the shop. */
  | { readonly state: 'ended'; readonly location: string }
  | { readonly state: 'expired' }

export type ChargeResult =
  | { readonly location: string }
  /** The page stays open for another card. */
  | { readonly declined: string }

/** The functions of a gateway that its page calls. */
export interface HostedPageGateway {
  /** '/pay' */
  readonly prefix: string
  /** Null for an unknown session; the id comes unchecked from the URL. */
  find(id: string): Promise<FoundSession | null>
  /** @param isConfirmed false if the customer failed the 3-D Secure challenge */
  charge(id: string, card: EnteredCard, isConfirmed: boolean): Promise<ChargeResult>
  /** Ends the session and returns the redirect. Undefined for gateways that link to the shop and keep it open. */
  readonly cancel?: (id: string) => Promise<string>
}

type OpenSession = Extract<FoundSession, { state: 'open' }> & { readonly id: string }

/** An open 3-D Secure challenge. */
const storedChallenge = z.object({ card: enteredCard, wrongCodes: z.number() })

const params = z.object({ id: z.string() }).catch({ id: '' })
const challengeForm = z.object({ code: z.string().max(1000).default('') })
const maximumWrongCodes = 3
const emptyForm: CardForm = { cardNumber: '', nameOnCard: '', expiry: '', securityCode: '' }

const formOf = ({ number, name, month, year }: EnteredCard): CardForm => ({
  cardNumber: number,
  nameOnCard: name,
  expiry: `${month}/${year}`,
  securityCode: '',
})

const unknownPage = messagePage(
  'We cannot find this payment',
  'Check the link, or start again from the shop.',
  404,
)
const expiredPage = messagePage(
  'This payment page has expired',
  'No money was taken. Start again from the shop.',
  410,
)

export async function hostedPage(
  app: FastifyInstance,
  options: { readonly gateway: HostedPageGateway; readonly files: JsonFiles; readonly now: () => Date },
): Promise<void> {
  const { files, now } = options
  const { prefix, find, charge, cancel } = options.gateway
  await app.register(formBody, { bodyLimit: 16 * 1024 })

  /** Includes the shop's origins, because browsers apply form-action to the redirect after a form submission too. */
  function show(reply: FastifyReply, page: Page, shopAddresses: readonly string[] = []) {
    const shop = new Set(shopAddresses.map(url => new URL(url).origin))
    return sendPage(reply, page, ["form-action 'self'", ...shop].join(' '))
  }

  /** Returns the session if it is open; otherwise sends the response and returns null. */
  async function open(reply: FastifyReply): Promise<OpenSession | null> {
    const { id } = params.parse(reply.request.params)
    const found = await find(id)
    if (found?.state === 'open') return { ...found, id }
    if (found?.state === 'ended') await reply.redirect(found.location, 302)
    else await show(reply, found ? expiredPage : unknownPage)
    return null
  }

  const showForm = (
    reply: FastifyReply,
    { order, shop }: OpenSession,
    form: CardForm,
    errors: FieldErrors,
    status: number,
  ) => show(reply, { ...cardPage(order, form, errors), status }, shop)

  async function chargeCard(
    reply: FastifyReply,
    session: OpenSession,
    card: EnteredCard,
    isConfirmed: boolean,
  ) {
    const charged = await charge(session.id, card, isConfirmed)
    return 'location' in charged
      ? reply.redirect(charged.location, 302)
      : showForm(reply, session, formOf(card), { cardNumber: charged.declined }, 402)
  }

  const challengeOf = ({ id }: OpenSession) => files.read(`${id}.challenge`, storedChallenge)
  const keepChallenge = ({ id }: OpenSession, kept: z.output<typeof storedChallenge>) =>
    files.replace(`${id}.challenge`, kept)
  const codeOf = ({ order }: OpenSession, { number }: EnteredCard): string =>
    order.testCards.find(card => card.number === number)?.challengeCode ?? ''

  app.get(`${prefix}/:id`, async (_, reply) => {
    const session = await open(reply)
    return session ? showForm(reply, session, emptyForm, {}, 200) : reply
  })

  app.post(`${prefix}/:id`, async (request, reply) => {
    const session = await open(reply)
    if (!session) return reply
    const form = cardForm.catch(emptyForm).parse(request.body)
    const { acceptedTypes, testCards, path } = session.order
    const checked = checkCardForm(form, acceptedTypes, testCards, now())
    if ('errors' in checked) return showForm(reply, session, form, checked.errors, 400)
    const { card } = checked
    if (codeOf(session, card) === '') return chargeCard(reply, session, card, true)
    await keepChallenge(session, { card, wrongCodes: 0 })
    return reply.redirect(`${path}/challenge`, 303)
  })

  app.get(`${prefix}/:id/challenge`, async (_, reply) => {
    const session = await open(reply)
    if (!session) return reply
    return (await challengeOf(session))
      ? show(reply, challengePage(session.order, ''), session.shop)
      : reply.redirect(session.order.path, 303)
  })

  app.post(`${prefix}/:id/challenge`, async (request, reply) => {
    const session = await open(reply)
    if (!session) return reply
    const challenge = await challengeOf(session)
    if (!challenge) return reply.redirect(session.order.path, 303)
    const { card } = challenge
    const { code } = challengeForm.catch({ code: '' }).parse(request.body)
    if (stripSeparators(code) === codeOf(session, card)) return chargeCard(reply, session, card, true)
    const wrongCodes = challenge.wrongCodes + 1
    if (wrongCodes >= maximumWrongCodes) return chargeCard(reply, session, card, false)
    await keepChallenge(session, { card, wrongCodes })
    return show(reply, challengePage(session.order, wrongCodeText(wrongCodes)), session.shop)
  })

  if (!cancel) return
  app.get(`${prefix}/:id/cancel`, async (_, reply) => {
    const session = await open(reply)
    return session ? reply.redirect(await cancel(session.id), 302) : reply
  })
}

function wrongCodeText(wrongCodes: number): string {
  const left = maximumWrongCodes - wrongCodes
  return `That code is not right. You have ${left} more ${left === 1 ? 'try' : 'tries'}`
}
