/** The routes of the hosted payment page, where customers enter a card, for both card gateways. */
import formBody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { stripSeparators } from '#journey/typed-text.ts'
import { type Page, sendPage } from '#sandbox/page.ts'
import {
  type CardForm,
  cardForm,
  checkCardForm,
  type FieldErrors,
  type TestCard,
} from './card-form-validation.ts'
import { cardPage, challengePage, messagePage, type Order, type TestCardList } from './pages.ts'

interface OpenSession<Card> {
  readonly state: 'open'
  readonly order: Order
  /** The addresses that the page may redirect to. */
  readonly shop: readonly string[]
  /**
   * Returns the redirect, or why the page stays open for another card.
   * @param isConfirmed false if the customer failed the 3-D Secure challenge
   */
  charge(card: Card, isConfirmed: boolean): { readonly location: string } | { readonly declined: string }
  /** Ends the session and returns the redirect. Undefined for gateways that link to the shop and keep it open. */
  cancel?(): string
}

type FoundSession<Card> =
  | OpenSession<Card>
  /** Every request now redirects to the shop. */
  | { readonly state: 'ended'; readonly location: string }
  | { readonly state: 'expired' }

/** The gateway of a hosted page: its path, its test cards and its sessions. */
export interface HostedPageGateway<Card extends TestCard> extends TestCardList {
  /** '/pay' */
  readonly prefix: string
  readonly testCards: readonly Card[]
  /** Null for an unknown session. */
  find(id: string): FoundSession<Card> | null
}

interface Challenge<Card> {
  readonly card: Card
  readonly form: CardForm
  readonly wrongCodes: number
}

const idParams = z.object({ id: z.string() })
const challengeForm = z.object({ code: z.string().max(1000).default('') })
const maximumWrongCodes = 3
const emptyForm: CardForm = { cardNumber: '', nameOnCard: '', expiry: '', securityCode: '' }

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

export async function registerHostedPageRoutes<Card extends TestCard>(
  app: FastifyInstance,
  gateway: HostedPageGateway<Card>,
  now: () => Date,
): Promise<void> {
  const { prefix, testCards } = gateway
  /** The open 3-D Secure challenges by the path of their page. */
  const challenges = new Map<string, Challenge<Card>>()
  await app.register(formBody, { bodyLimit: 16 * 1024 })

  /** Includes the shop's origins, because browsers apply form-action to the redirect after a form submission too. */
  function show(reply: FastifyReply, page: Page, shopAddresses: readonly string[] = []) {
    const shop = new Set(shopAddresses.map(url => new URL(url).origin))
    return sendPage(reply, page, ["form-action 'self'", ...shop].join(' '))
  }

  const showForm = (
    reply: FastifyReply,
    { order, shop }: OpenSession<Card>,
    form: CardForm,
    errors: FieldErrors,
    status: number,
  ) => show(reply, { ...cardPage(order, gateway, form, errors), status }, shop)

  /** Handles a request for an open session; other sessions get a redirect or a message. */
  const openOnly =
    (handle: (reply: FastifyReply, session: OpenSession<Card>, body: unknown) => FastifyReply) =>
    async ({ params, body }: FastifyRequest, reply: FastifyReply) => {
      const found = gateway.find(idParams.parse(params).id)
      if (found?.state === 'open') return handle(reply, found, body)
      if (found?.state === 'ended') return reply.redirect(found.location, 302)
      return show(reply, found ? expiredPage : unknownPage)
    }

  function charge(
    reply: FastifyReply,
    session: OpenSession<Card>,
    { card, form }: Pick<Challenge<Card>, 'card' | 'form'>,
    isConfirmed: boolean,
  ) {
    const charged = session.charge(card, isConfirmed)
    return 'location' in charged
      ? reply.redirect(charged.location, 302)
      : showForm(reply, session, form, { cardNumber: charged.declined }, 402)
  }

  app.get(
    `${prefix}/:id`,
    openOnly((reply, session) => showForm(reply, session, emptyForm, {}, 200)),
  )

  app.post(
    `${prefix}/:id`,
    openOnly((reply, session, body) => {
      const form = cardForm.catch(emptyForm).parse(body)
      const checked = checkCardForm(form, session.order.acceptedTypes, testCards, now())
      if ('errors' in checked) return showForm(reply, session, form, checked.errors, 400)
      const { card } = checked
      if (card.challengeCode === '') return charge(reply, session, { card, form }, true)
      challenges.set(session.order.path, { card, form, wrongCodes: 0 })
      return reply.redirect(`${session.order.path}/challenge`, 303)
    }),
  )

  app.get(
    `${prefix}/:id/challenge`,
    openOnly((reply, { order, shop }) =>
      challenges.has(order.path)
        ? show(reply, challengePage(order, ''), shop)
        : reply.redirect(order.path, 303),
    ),
  )

  app.post(
    `${prefix}/:id/challenge`,
    openOnly((reply, session, body) => {
      const challenge = challenges.get(session.order.path)
      if (!challenge) return reply.redirect(session.order.path, 303)
      const { code } = challengeForm.catch({ code: '' }).parse(body)
      if (stripSeparators(code) === challenge.card.challengeCode)
        return charge(reply, session, challenge, true)
      const wrongCodes = challenge.wrongCodes + 1
      if (wrongCodes >= maximumWrongCodes) return charge(reply, session, challenge, false)
      challenges.set(session.order.path, { ...challenge, wrongCodes })
      return show(reply, challengePage(session.order, wrongCodeText(wrongCodes)), session.shop)
    }),
  )

  app.get(
    `${prefix}/:id/cancel`,
    openOnly((reply, { order, cancel }) => reply.redirect(cancel?.() ?? order.cancelAddress, 302)),
  )
}

function wrongCodeText(wrongCodes: number): string {
  const left = maximumWrongCodes - wrongCodes
  return `That code is not right. You have ${left} more ${left === 1 ? 'try' : 'tries'}`
}
