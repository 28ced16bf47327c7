/** Tests of what follows a failed call: the action, and the identity check after a change on another device. */
import { expect, test } from 'vitest'
import { captchaFailed, errorResult, networkError, noContent, ok } from '#test/samples/api-results.ts'
import { fakeApi } from '#test/samples/fake-api.ts'
import type { ApiResult } from '#web/api/request-and-response.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { type ApiFailure, failedCallAction, reverifyOwnerPath } from './failed-call-action.ts'

test.each([
  ['BIND_PENDING', { kind: 'leave', path: '/paymentsuccess' }],
  ['QUOTE_CONVERTED', { kind: 'leave', path: '/converted' }],
  ['QUOTE_EXPIRED', { kind: 'leave', path: '/expired' }],
  ['NOT_INSURABLE', { kind: 'not-insurable' }],
  ['NOT_LOGGED_IN', { kind: 'shown' }],
  ['OVERLOADED', { kind: 'shown' }],
  ['PARTNER_UNAVAILABLE', { kind: 'leave', path: '/error-occurred' }],
  ['INTERNAL', { kind: 'leave', path: '/error-occurred' }],
  ['STALE', { kind: 'leave', path: '/error-occurred' }],
] as const)('[DRIVER-07] [CAR-12] a quote/create refused with %s', (code, expected) => {
  expect(failedCallAction(errorResult(code))).toEqual(expected)
})

test('[DRIVER-07] no network leads to the error page, a missing captcha token does not', () => {
  expect(failedCallAction(networkError)).toEqual({ kind: 'leave', path: '/error-occurred' })
  expect(failedCallAction(captchaFailed)).toEqual({ kind: 'captcha-failed' })
})

/** A tab in step 4 whose call was refused; `answer` is that of the call that follows. */
function refusedTab(answer: ApiResult<unknown>) {
  const draft = createDraft(null)
  draft.setAnswers({ car: { plate: 'JHU968' } })
  draft.setState({ quoteId: 'q1', registeredPlate: 'JHU968', furthestStep: 'policyholder' })
  const asked: unknown[] = []
  const api = fakeApi((name, request) => {
    asked.push([name, request])
    return answer
  })
  const path = (result: ApiFailure = errorResult('NOT_READY')) => reverifyOwnerPath(result, api, draft)
  return { draft, asked, path }
}
const changed = ok({ needsIdentityCheck: true, quoteNumber: 'Q123' })

test('[ENTRY-06] asks for the identity on step 1 when another device added people, and keeps the typed answers', async () => {
  const { draft, asked, path } = refusedTab(changed)
  const [state, answers] = [draft.state(), draft.answers()]
  expect(await path()).toBe('/vehicle/step1')
  expect(asked).toEqual([['prospectCar', { query: { id: 'q1' } }]])
  expect(draft.state()).toEqual({
    ...state,
    needsIdentityCheck: true,
    quoteNumber: 'Q123',
    furthestStep: 'car',
  })
  expect(draft.answers()).toBe(answers)
})

test('[ENTRY-06] asks nothing after another refusal', async () => {
  const { asked, path } = refusedTab(changed)
  expect(await path(errorResult('STALE'))).toBeNull()
  expect(asked).toEqual([])
})

const closed = (status: string) => ok({ ...changed.data, quoteId: 'q1', status })
test.each([
  ['of a quote that is being bought', closed('BINDING'), '/paymentsuccess?id=q1'],
  ['of a quote that was bought', closed('CONVERTED'), '/converted'],
  ['of an expired quote', closed('EXPIRED'), '/expired'],
  ['who may see the people', ok({ needsIdentityCheck: false, quoteNumber: 'Q123' }), null],
  ['who has no number to show', ok({ needsIdentityCheck: true }), null],
  ['to whom the quote is not shown', noContent, null],
  ['whom the server does not answer', networkError, null],
])('[PAY-10] [ENTRY-06] a customer %s is not asked', async (_who, answer, page) => {
  const { draft, path } = refusedTab(answer)
  const state = draft.state()
  expect(await path()).toBe(page)
  expect(draft.state()).toBe(state)
})

test('[SHELL-14] ignores a response that arrives after the answers were cleared', async () => {
  const { draft, path } = refusedTab(changed)
  const asking = path()
  draft.clear()
  expect(await asking).toBeNull()
  expect(draft.state()).toEqual({})
})
