/** Tests of the results of requesting the payment page of step 4. */
import { expect, it, vi } from 'vitest'
import { captchaFailed, errorResult, networkError, noContent, ok } from '#test/samples/api-results.ts'
import { fakeApi } from '#test/samples/fake-api.ts'
import { requestCardPage } from './use-card-page.tsx'

const page = (url: unknown) => ok({ data: { attributes: { url } } })

it.each([
  [page('https://pay.example/1'), { url: 'https://pay.example/1' }],
  [page('javascript:alert(1)'), { problem: 'no-page' }],
  [noContent, { problem: 'no-page' }],
  [networkError, { path: '/error-occurred' }],
  [errorResult('PARTNER_UNAVAILABLE'), { path: '/error-occurred' }],
  // Trying again would be refused again: over midnight its start has passed, or another tab changed it.
  [errorResult('NOT_READY'), { problem: 'not-ready' }],
  [errorResult('STALE'), { problem: 'not-ready' }],
  [captchaFailed, { problem: 'captcha-failed' }],
  // The status banner says that we are busy: no second message.
  [errorResult('OVERLOADED'), { problem: null }],
  [errorResult('QUOTE_CONVERTED'), { path: '/converted' }],
  [errorResult('QUOTE_EXPIRED'), { path: '/expired' }],
])('[PAY-11] [HOLDER-08] the response %j gives %j', async (answer, outcome) => {
  const api = fakeApi(() => answer)
  expect(await requestCardPage(api, 'https://car.example', { quoteId: 'q1' })).toEqual(outcome)
})

it('[QUOTE-09] does not open the payment page for a customer who has not agreed to the declaration', async () => {
  const call = vi.fn()
  const draftState = { quoteId: 'q1', needsDeclaration: true }
  const result = await requestCardPage(fakeApi(call), 'https://car.example', draftState)
  expect(result).toEqual({ problem: 'not-ready' })
  expect(call).not.toHaveBeenCalled()
})
