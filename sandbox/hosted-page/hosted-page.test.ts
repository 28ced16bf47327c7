/** Tests of the hosted payment page, used as a customer's browser would without scripts. */
import { describe, expect, test } from 'vitest'
import { sandboxKeys } from '#partners/sandbox-keys.ts'
import { goodCard } from '#test/cards.ts'
import { submitForm, testSandbox } from '#test/sandbox.ts'

const authorization = `Basic ${Buffer.from(`${sandboxKeys.card.username}:${sandboxKeys.card.apiKey}`).toString('base64')}`
const shop = 'http://harbour.localhost:3000'

interface SessionState {
  readonly state: string
  readonly transactions: readonly {
    readonly reCo: string
    readonly authorised: boolean
    readonly allowRetry: boolean
  }[]
}

interface OpenPage {
  readonly id: string
  readonly url: string
  readonly origin: string
  readonly state: () => Promise<SessionState>
}

async function openPage(amount = '859.50', reference = 'OR-1234', now = () => new Date()): Promise<OpenPage> {
  const { origin } = await testSandbox({ now })
  const response = await fetch(`${origin}/api/v1/sessions`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'purchase',
      amount,
      currency: 'NZD',
      merchantReference: reference,
      cardTypes: ['visa', 'mastercard', 'amex'],
      callbackUrls: {
        approved: `${shop}/ok?uuid=q1`,
        declined: `${shop}/no?uuid=q1`,
        cancelled: `${shop}/stop?uuid=q1`,
      },
    }),
  })
  const { id } = (await response.json()) as { id: string }
  const state = async (): Promise<SessionState> => {
    const found = await fetch(`${origin}/api/v1/sessions/${id}`, { headers: { authorization } })
    return (await found.json()) as SessionState
  }
  return { id, url: `${origin}/pay/${id}`, origin, state }
}

describe('the card form', () => {
  test('shows its purpose and the order, and labels its fields', async () => {
    const { url } = await openPage('1234.50')
    const response = await fetch(url)
    const text = await response.text()
    expect(response.status).toBe(200)
    for (const words of ['Sandbox payment page', 'no money moves', 'Pay $1,234.50', '>Cancel</a>'])
      expect(text).toContain(words)
    for (const label of ['Card number', 'Name on card', 'Expiry date (MM/YY)', 'Security code']) {
      expect(text).toMatch(new RegExp(`<label for="\\w+">${label.replace(/[()]/g, '\\$&')}</label>`))
    }
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`form-action 'self' ${shop};`)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('escapes the shop’s texts', async () => {
    const { url } = await openPage('1.00', '<script>alert(1)</script>"')
    const text = await (await fetch(url)).text()
    expect(text).not.toContain('<script')
    expect(text).toContain('&lt;script&gt;')
  })

  test.each([
    [{ cardNumber: '' }, 'Enter your card number'],
    [{ cardNumber: '36000000000008' }, 'We cannot take Diners Club here'],
    [{ cardNumber: '4242424242424242' }, 'never type a real card here'],
    [{ nameOnCard: ' ' }, 'Enter the name on the card'],
    [{ expiry: '13/30' }, 'Enter the expiry date as MM/YY'],
    [{ expiry: '' }, 'Enter the expiry date as MM/YY'],
    [{ expiry: '10/26' }, 'This card has expired'],
    [{ securityCode: '' }, 'Enter the security code'],
    [{ expiry: '07/203' }, 'Enter the expiry date as MM/YY'],
    [{ expiry: '730' }, 'Enter the expiry date as MM/YY'],
    [{ expiry: '07/30/2030' }, 'Enter the expiry date as MM/YY'],
    [{ securityCode: '12' }, 'The security code has 3 digits'],
    [{ securityCode: '1234' }, 'The security code has 3 digits'],
    [{ cardNumber: '371111111111114', securityCode: '12345' }, 'The security code has 4 digits'],
    [{ cardNumber: '371111111111114' }, 'The security code has 4 digits'],
  ])('reports the error in %j and keeps the session open', async (changes, message) => {
    const { url, state } = await openPage('1.00', 'r', () => new Date('2026-11-21T00:00:00Z'))
    const response = await submitForm(url, { ...goodCard, ...changes })
    const text = await response.text()
    expect(response.status).toBe(400)
    expect(text).toContain('There is a problem')
    expect(text).toContain(message)
    expect(text).toContain('<title>Error: ')
    expect(text).not.toContain('value="123"')
    expect((await state()).state).toBe('init')
  })

  test.each(['11/26', '1126', '11 / 2026', '112026', '11–26', '11-2026', '11.26', ' 11\u00A0/\u200E26 '])(
    'a card is good to the end of its month: %s',
    async expiry => {
      const { url } = await openPage('1.00', 'r', () => new Date('2026-11-30T10:00:00Z'))
      expect((await submitForm(url, { ...goodCard, expiry })).status).toBe(302)
    },
  )

  test.each([
    { cardNumber: '4111 1111 1111 1111 ' },
    { cardNumber: '4111-1111–1111—1111' },
    { cardNumber: '\u202A4111\u00A01111\u20091111\u00AD1111\u202C' },
    { securityCode: ' 123\u200B' },
  ])('accepts the pasted text %j', async changes => {
    const { url } = await openPage()
    const page = await (await fetch(url)).text()
    expect(page).not.toContain('maxlength')
    expect((await submitForm(url, { ...goodCard, ...changes })).status).toBe(302)
  })

  test('handles an invalid form body without an error', async () => {
    const { url } = await openPage()
    expect((await submitForm(url, { cardNumber: '4'.repeat(5000) })).status).toBe(400)
    expect((await fetch(url, { method: 'POST' })).status).toBe(400)
  })
})

describe('the end of a session', () => {
  test.each([
    ['4111111111111111', '123', 'ok'],
    ['5431111111111111', '123', 'ok'],
    ['371111111111114', '1234', 'ok'],
    ['5431111111111228', '123', 'no'],
    ['4999999999999202', '123', 'no'],
  ])('[PAY-11] card %s redirects to the shop', async (cardNumber, securityCode, path) => {
    const { url, id } = await openPage()
    const response = await submitForm(url, { ...goodCard, cardNumber, securityCode })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`${shop}/${path}?uuid=q1&sessionId=${id}`)
  })

  test('an amount ending in .76 is declined, and a bank timeout allows a retry', async () => {
    const declined = await openPage('12.76')
    await submitForm(declined.url, goodCard)
    expect((await declined.state()).transactions).toMatchObject([{ authorised: false, reCo: '76' }])
    const timedOut = await openPage()
    await submitForm(timedOut.url, { ...goodCard, cardNumber: '4999999999999202' })
    expect((await timedOut.state()).transactions).toMatchObject([
      { authorised: false, reCo: 'U9', allowRetry: true },
    ])
  })

  test('cancelling redirects to the shop, and later requests change nothing', async () => {
    const { url, id, state } = await openPage()
    const away = await fetch(`${url}/cancel`, { redirect: 'manual' })
    expect(away.headers.get('location')).toBe(`${shop}/stop?uuid=q1&sessionId=${id}`)
    const late = await submitForm(url, goodCard)
    expect(late.headers.get('location')).toBe(`${shop}/stop?uuid=q1&sessionId=${id}`)
    expect((await state()).state).toBe('cancelled')
  })

  test('clicking Pay many times at once charges once', async () => {
    const { url, state } = await openPage()
    const pressed = await Promise.all(Array.from({ length: 8 }, () => submitForm(url, goodCard)))
    expect(new Set(pressed.map(response => response.headers.get('location'))).size).toBe(1)
    expect((await state()).transactions).toHaveLength(1)
  })

  test('an unknown or expired session shows a message', async () => {
    let now = new Date('2026-11-21T00:00:00Z')
    const { url, origin } = await openPage('1.00', 'r', () => now)
    expect((await fetch(`${origin}/pay/${'0'.repeat(32)}`)).status).toBe(404)
    expect((await fetch(`${origin}/pay/..%2Fx`)).status).toBe(404)
    now = new Date('2026-11-24T00:00:00Z')
    expect((await submitForm(url, goodCard)).status).toBe(410)
  })
})

describe('3-D Secure', () => {
  const challenged = { ...goodCard, cardNumber: '5588880000077770' }

  test('allows two wrong codes and declines after the third', async () => {
    const { url, id } = await openPage()
    await submitForm(url, challenged)
    expect(await (await fetch(`${url}/challenge`)).text()).toContain('<label for="code">Code</label>')
    const answerTo = async (code: string) => (await submitForm(`${url}/challenge`, { code })).text()
    expect(await answerTo('1')).toContain('You have 2 more tries')
    expect(await answerTo('124')).toContain('You have 1 more try')
    const declined = await submitForm(`${url}/challenge`, { code: '' })
    expect(declined.headers.get('location')).toBe(`${shop}/no?uuid=q1&sessionId=${id}`)
  })

  test('there is no challenge without a card', async () => {
    const { url, id, state } = await openPage()
    expect((await submitForm(`${url}/challenge`, { code: '123' })).headers.get('location')).toBe(`/pay/${id}`)
    expect((await state()).state).toBe('init')
  })
})
