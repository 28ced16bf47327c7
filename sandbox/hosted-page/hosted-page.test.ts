/** Tests of the hosted payment page, used as a customer's browser would without scripts. */
import { describe, expect, test } from 'vitest'
import type { CardPaymentResult } from '#partners/payment/port.ts'
import type { CardSession } from '#sandbox/windcave/windcave.ts'
import { cardAdapters, cardRequest, created } from '#test/card-adapters.ts'
import { goodCard } from '#test/cards.ts'
import { submitForm, testSandbox } from '#test/sandbox.ts'

const shop = 'http://harbour.localhost:3000'
const urls = {
  ...cardRequest.urls,
  approved: `${shop}/ok?uuid=q1`,
  declined: `${shop}/no?uuid=q1`,
  cancelled: `${shop}/stop?uuid=q1`,
}

interface OpenPage {
  readonly id: string
  readonly url: string
  readonly origin: string
  readonly result: () => Promise<CardPaymentResult>
  readonly session: () => CardSession | undefined
}

async function openPage(
  changes: Partial<typeof cardRequest> = {},
  now = () => new Date(),
): Promise<OpenPage> {
  const { origin, cardSessions } = await testSandbox({ now })
  const payments = cardAdapters.windcave.make(origin)
  const { sessionId: id, pageUrl: url } = await created(payments, { urls, ...changes })
  return { id, url, origin, result: () => payments.result(id), session: () => cardSessions()[0] }
}

describe('the card form', () => {
  test('shows its purpose and the order, labels its fields, and escapes the shop’s texts', async () => {
    const { url } = await openPage({ amountCents: 123_450, reference: '<script>alert(1)</script>' })
    const response = await fetch(url)
    const text = await response.text()
    expect(response.status).toBe(200)
    for (const words of ['Sandbox payment page', 'no money moves', 'Pay $1,234.50', '>Cancel</a>'])
      expect(text).toContain(words)
    for (const label of ['Card number', 'Name on card', 'Expiry date (MM/YY)', 'Security code'])
      expect(text).toMatch(new RegExp(`<label for="\\w+">${label.replace(/[()]/g, '\\$&')}</label>`))
    expect(text).not.toContain('<script')
    expect(text).toContain('&lt;script&gt;')
    expect(text).not.toContain('maxlength')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`form-action 'self' ${shop};`)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    [{ cardNumber: '' }, 'Enter your card number'],
    [{ cardNumber: '36000000000008' }, 'We cannot take Diners Club here'],
    [{ cardNumber: '4242424242424242' }, 'never type a real card here'],
    [{ cardNumber: '4'.repeat(5000) }, 'Enter your card number'],
    [{ nameOnCard: ' ' }, 'Enter the name on the card'],
    [{ nameOnCard: '\u200B\u3164' }, 'Enter the name on the card'],
    [{ expiry: '13/30' }, 'Enter the expiry date as MM/YY'],
    [{ expiry: '10/26' }, 'This card has expired'],
    [{ expiry: '07/30/2030' }, 'Enter the expiry date as MM/YY'],
    [{ expiry: '1/1/30' }, 'Enter the expiry date as MM/YY'],
    [{ expiry: '1/2/2030' }, 'Enter the expiry date as MM/YY'],
    [{ expiry: '07/20/30' }, 'Enter the expiry date as MM/YY'],
    [{ securityCode: '' }, 'Enter the security code'],
    [{ securityCode: '1234' }, 'The security code has 3 digits'],
    [{ cardNumber: '371111111111114' }, 'The security code has 4 digits'],
  ])('reports the error in %j and keeps the session open', async (changes, message) => {
    const { url, result } = await openPage({}, () => new Date('2026-11-21T00:00:00Z'))
    const response = await submitForm(url, { ...goodCard, ...changes })
    const text = await response.text()
    expect(response.status).toBe(400)
    for (const part of ['There is a problem', message, '<title>Error: ']) expect(text).toContain(part)
    expect(text).not.toContain('value="123"')
    expect(await result()).toEqual({ state: 'pending' })
  })

  test.each([
    // A card is good to the end of its month.
    ...['11/26', '1126', '11 / 2026', '11–26', ' 11\u00A0/\u200E26 '].map(expiry => ({ expiry })),
    { cardNumber: '4111-1111–1111—1111' },
    { cardNumber: '\u202A4111\u00A01111\u20091111\u00AD1111\u202C' },
    { securityCode: ' 123\u200B' },
  ])('accepts the typed or pasted text %j', async changes => {
    const { url } = await openPage()
    expect((await submitForm(url, { ...goodCard, ...changes })).status).toBe(302)
  })
})

describe('the end of a session', () => {
  test.each([
    ['371111111111114', '1234', 'ok'],
    ['4999999999999202', '123', 'no'],
  ])('[PAY-11] card %s redirects to the shop', async (cardNumber, securityCode, path) => {
    const { url, id } = await openPage()
    const response = await submitForm(url, { ...goodCard, cardNumber, securityCode })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`${shop}/${path}?uuid=q1&sessionId=${id}`)
  })

  test.each([
    [{ amountCents: 1276 }, goodCard, { reCo: '76', allowRetry: false }],
    [{}, { ...goodCard, cardNumber: '4999999999999202' }, { reCo: 'U9', allowRetry: true }],
  ])(
    'an amount ending in .76 is declined, and a bank timeout allows a retry: %j',
    async (changes, card, purchase) => {
      const { url, session } = await openPage(changes)
      await submitForm(url, card)
      expect(session()).toMatchObject({ purchase: { authorised: false, ...purchase } })
    },
  )

  test('cancelling redirects to the shop, and later requests change nothing', async () => {
    const { url, id, result } = await openPage()
    const away = await fetch(`${url}/cancel`, { redirect: 'manual' })
    const late = await submitForm(url, goodCard)
    for (const { headers } of [away, late])
      expect(headers.get('location')).toBe(`${shop}/stop?uuid=q1&sessionId=${id}`)
    expect(await result()).toEqual({ state: 'cancelled' })
  })

  test('of several payments at once, the first one ends the session', async () => {
    const { url } = await openPage()
    const declinedCard = { ...goodCard, cardNumber: '4999999999999202' }
    const cards = [goodCard, declinedCard, goodCard, declinedCard]
    const pressed = await Promise.all(cards.map(card => submitForm(url, card)))
    expect(new Set(pressed.map(response => response.headers.get('location'))).size).toBe(1)
  })

  test('an unknown session shows a message', async () => {
    const { origin } = await openPage()
    expect((await fetch(`${origin}/pay/${'0'.repeat(32)}`)).status).toBe(404)
    expect((await fetch(`${origin}/pay/..%2Fx`)).status).toBe(404)
  })
})

describe('3-D Secure', () => {
  test('allows two wrong codes and declines after the third', async () => {
    const { url, id } = await openPage()
    await submitForm(url, { ...goodCard, cardNumber: '5588880000077770' })
    expect(await (await fetch(`${url}/challenge`)).text()).toContain('<label for="code">Code</label>')
    const answerTo = async (code: string) => (await submitForm(`${url}/challenge`, { code })).text()
    expect(await answerTo('1')).toContain('You have 2 more tries')
    expect(await answerTo('124')).toContain('You have 1 more try')
    const declined = await submitForm(`${url}/challenge`, { code: '' })
    expect(declined.headers.get('location')).toBe(`${shop}/no?uuid=q1&sessionId=${id}`)
  })

  test('there is no challenge without a card', async () => {
    const { url, id, result } = await openPage()
    expect((await submitForm(`${url}/challenge`, { code: '123' })).headers.get('location')).toBe(`/pay/${id}`)
    expect(await result()).toEqual({ state: 'pending' })
  })
})
