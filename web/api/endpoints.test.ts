/** Holds the browser's table of calls against the contract. */
import { expect, it } from 'vitest'
import { type Call, calls } from '#contract/endpoints.ts'
import { browserCalls } from './endpoints.ts'

const kinds: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/html': 'html',
  'text/calendar': 'calendar',
}

it('the browser knows every call of the contract, and nothing else of them', () => {
  const expected = Object.entries<Call>(calls).map(([name, call]) => [
    name,
    {
      method: call.method,
      path: call.path,
      who: call.who,
      ...(call.captcha !== null && { captcha: call.captcha }),
      ...(typeof call.reply === 'string' && { reply: kinds[call.reply] }),
      ...(call.form && { form: true }),
    },
  ])
  expect(browserCalls).toEqual(Object.fromEntries(expected))
})
