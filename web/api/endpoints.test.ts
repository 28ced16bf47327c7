/** Tests that the browser's table of calls matches the contract. */
import { expect, it } from 'vitest'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { browserEndpoints } from './endpoints.ts'

const kinds: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/html': 'html',
  'text/calendar': 'calendar',
}

it('matches every call of the contract', () => {
  const expected = Object.entries<Endpoint>(endpoints).map(([name, call]) => [
    name,
    {
      method: call.method,
      path: call.path,
      access: call.access,
      ...(call.captcha !== null && { captcha: call.captcha }),
      ...(typeof call.reply === 'string' && { reply: kinds[call.reply] }),
      ...(call.form && { form: true }),
    },
  ])
  expect(browserEndpoints).toEqual(Object.fromEntries(expected))
})
