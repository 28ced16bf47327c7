/** Tests of the results of requesting the payment page of step 4. */

import { expect, it, vi } from 'vitest'
import { captchaUnavailable, empty, ok, refused, unreachable } from '#test/samples/api-results.ts'
import type { Api } from '#web/api/client.ts'
import { requestCardPage } from './use-card-page.tsx'

const api = (answer: unknown) => ({ call: async () => answer }) as unknown as Api
const page = (url: unknown) => ok({ data: { attributes: { url } } })
const failed = (problem: string | null) => ({ outcome: 'failed', problem })

it.each([
  [page('https://pay.example/1'), { outcome: 'open', url: 'https://pay.example/1' }],
  [page(undefined), failed('no-page')],
  [page('javascript:alert(1)'), failed('no-page')],
  [ok({}), failed('no-page')],
  [empty, failed('no-page')],
  [unreachable, { outcome: 'leave', path: '/error-occurred' }],
  [refused('PARTNER_UNAVAILABLE'), { outcome: 'leave', path: '/error-occurred' }],
  // Trying again would be refused again: over midnight its start has passed, or another tab changed it.
  [refused('NOT_READY'), failed('not-ready')],
  [refused('STALE'), failed('not-ready')],
  [captchaUnavailable, failed('unchecked')],
  // The status banner says that we are busy: no second message.
  [refused('OVERLOADED'), failed(null)],
  [refused('QUOTE_CONVERTED'), { outcome: 'leave', path: '/converted' }],
  [refused('QUOTE_EXPIRED'), { outcome: 'leave', path: '/expired' }],
])('[PAY-11] [HOLDER-08] the response %j gives %j', async (answer, outcome) => {
  expect(await requestCardPage(api(answer), 'https://car.example', { quoteId: 'q1' })).toEqual(outcome)
})

it('[QUOTE-09] does not open the payment page for a customer who has not agreed to the declaration', async () => {
  const call = vi.fn()
  const draftState = { quoteId: 'q1', needsDeclaration: true }
  expect(await requestCardPage({ call } as unknown as Api, 'https://car.example', draftState)).toEqual(
    failed('not-ready'),
  )
  expect(call).not.toHaveBeenCalled()
})
