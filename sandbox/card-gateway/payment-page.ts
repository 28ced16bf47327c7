/**
 * The hosted payment page: the only place where a card number is typed. It charges, asks for a 3-D Secure code where a
 * card wants one, and sends the browser back to the shop; a session that has ended only ever leads back.
 */
import formBody from '@fastify/formbody'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { z } from 'zod'
import { type CardForm, cardForm, checkForm, type FieldErrors } from './card-form.ts'
import type { Challenge, Ledger } from './ledger.ts'
import type { NoticeSender } from './notices.ts'
import { cardPage, challengePage, messagePage, pageSources } from './pages.ts'
import { type CardSession, type Ending, type IssuerAnswer, returnUrl } from './session.ts'
import { bankSays, challengeFailed, testCards } from './test-cards.ts'

export interface PaymentPageOptions {
  readonly ledger: Ledger
  readonly notices: NoticeSender
  readonly now: () => Date
}

const params = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) })
const challengeForm = z.object({ code: z.string().max(20).default('') })
const maximumWrongCodes = 3
const emptyForm: CardForm = { cardNumber: '', nameOnCard: '', expiry: '', securityCode: '' }

export const paymentPage: FastifyPluginAsync<PaymentPageOptions> = async (app, options) => {
  const { ledger, notices, now } = options
  await app.register(formBody, { bodyLimit: 16 * 1024 })

  const show = (reply: FastifyReply, session: CardSession | null, text: string, status = 200) =>
    reply.code(status).type('text/html; charset=utf-8').headers(headersFor(session)).send(text)

  const goBack = (reply: FastifyReply, session: CardSession, ended: Ending) =>
    reply.headers(headersFor(session)).redirect(returnUrl(session, ended), 302)

  /** The session while it is open; otherwise the visitor has had an answer and null comes back. */
  async function open(reply: FastifyReply): Promise<CardSession | null> {
    const asked = params.safeParse(reply.request.params)
    const session = asked.success ? await ledger.session(asked.data.id) : null
    if (!session) {
      await show(
        reply,
        null,
        messagePage('We cannot find this payment', 'Check the link, or start again from the shop.'),
        404,
      )
      return null
    }
    const ended = await ledger.endingOf(session.id)
    if (ended) await goBack(reply, session, ended)
    else if (ledger.isExpired(session)) {
      await show(
        reply,
        session,
        messagePage('This payment page has expired', 'No money was taken. Start again from the shop.'),
        410,
      )
    } else return session
    return null
  }

  async function finish(
    reply: FastifyReply,
    session: CardSession,
    card: Challenge['card'],
    bank: IssuerAnswer,
  ) {
    const ended = await ledger.charge(session, card, bank)
    notices.send(session.id)
    return goBack(reply, session, ended)
  }

  app.get('/pay/:id', async (_, reply) => {
    const session = await open(reply)
    return session ? show(reply, session, cardPage(session, emptyForm, {})) : reply
  })

  app.post('/pay/:id', async (request, reply) => {
    const session = await open(reply)
    if (!session) return reply
    const read = cardForm.safeParse(request.body)
    const form = read.success ? read.data : emptyForm
    const checked = checkForm(form, session.request.cardTypes, now())
    if (!checked.ok)
      return show(reply, session, cardPage(session, form, checked.errors satisfies FieldErrors), 400)
    if (checked.testCard.challengeCode === '') {
      return finish(reply, session, checked.card, bankSays(checked.testCard, session.request.amount))
    }
    await ledger.keepChallenge(session.id, {
      testNumber: checked.testCard.number,
      card: checked.card,
      wrongCodes: 0,
    })
    return reply.headers(headersFor(session)).redirect(`/pay/${session.id}/challenge`, 303)
  })

  app.get('/pay/:id/challenge', async (_, reply) => {
    const session = await open(reply)
    if (!session) return reply
    const challenge = await ledger.challengeOf(session.id)
    return challenge
      ? show(reply, session, challengePage(session, ''))
      : reply.redirect(`/pay/${session.id}`, 303)
  })

  app.post('/pay/:id/challenge', async (request, reply) => {
    const session = await open(reply)
    if (!session) return reply
    const challenge = await ledger.challengeOf(session.id)
    const testCard = testCards.find(card => card.number === challenge?.testNumber)
    if (!challenge || !testCard) return reply.redirect(`/pay/${session.id}`, 303)
    const { code } = challengeForm.catch({ code: '' }).parse(request.body)
    if (code.trim() === testCard.challengeCode) {
      return finish(reply, session, challenge.card, bankSays(testCard, session.request.amount))
    }
    const wrongCodes = challenge.wrongCodes + 1
    if (wrongCodes >= maximumWrongCodes) return finish(reply, session, challenge.card, challengeFailed)
    await ledger.keepChallenge(session.id, { ...challenge, wrongCodes })
    const left = maximumWrongCodes - wrongCodes
    const error = `That code is not right. You have ${left} more ${left === 1 ? 'try' : 'tries'}`
    return show(reply, session, challengePage(session, error), 400)
  })

  app.get('/pay/:id/cancel', async (_, reply) => {
    const session = await open(reply)
    if (!session) return reply
    const ended = await ledger.cancel(session.id)
    notices.send(session.id)
    return goBack(reply, session, ended)
  })
}

/** Browsers hold the redirect that answers a form to form-action as well, so the shop's own origins stand in it. */
function headersFor(session: CardSession | null): Record<string, string> {
  const shop = new Set(Object.values(session?.request.callbackUrls ?? {}).map(url => new URL(url).origin))
  return {
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${pageSources.style}`,
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
