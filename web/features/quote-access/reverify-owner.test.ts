/** Tests of asking a customer to confirm their identity again. */

import { expect, it } from 'vitest'
import type { Api } from '#web/api/client.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { identityCheckPath } from './reverify-owner.ts'

function tab(answer: unknown) {
  const draft = createDraft(null)
  draft.setAnswer('car.plate', 'JHU968')
  draft.setAnswer('driver.drivers.0.firstName', 'Māia')
  draft.setState({ quoteId: 'q1', registeredPlate: 'JHU968', furthestStep: 'policyholder' })
  const asked: unknown[] = []
  const api = {
    async call(name: string, request: unknown) {
      asked.push([name, request])
      return answer
    },
  } as unknown as Api
  return { api, draft, asked }
}
const told = (data: object) => ({ outcome: 'ok', data })

it('[ENTRY-06] asks for the identity on step 1 when another device added people, and keeps the typed answers', async () => {
  const { api, draft, asked } = tab(told({ confirmPerson: true, quoteNumber: 'Q123' }))
  const { draftState, answers } = { draftState: draft.state(), answers: draft.answers() }
  expect(await identityCheckPath(api, draft)).toBe('/vehicle/step1')
  expect(asked).toEqual([['prospectCar', { query: { id: 'q1' } }]])
  expect(draft.state()).toEqual({
    ...draftState,
    needsIdentityCheck: true,
    quoteNumber: 'Q123',
    furthestStep: 'car',
  })
  expect(draft.answers()).toEqual(answers)
})

it.each([
  ['BINDING', '/paymentsuccess?id=q1'],
  ['CONVERTED', '/converted'],
  ['EXPIRED', '/expired'],
])('[PAY-10] [ENTRY-06] does not ask when the quote is %s by now, and leads to %s', async (status, page) => {
  const { api, draft } = tab(told({ quoteId: 'q1', status, confirmPerson: true, quoteNumber: 'Q123' }))
  const draftState = draft.state()
  expect(await identityCheckPath(api, draft)).toBe(page)
  expect(draft.state()).toBe(draftState)
})

it.each([
  ['who may see the people', told({ confirmPerson: false, quoteNumber: 'Q123' })],
  ['who has no number to show', told({ confirmPerson: true })],
  ['who is nobody to the quote', { outcome: 'empty', status: 204 }],
  ['whom the server does not answer', { outcome: 'unreachable' }],
])('[ENTRY-06] %s is not asked', async (_who, answer) => {
  const { api, draft } = tab(answer)
  const draftState = draft.state()
  expect(await identityCheckPath(api, draft)).toBeNull()
  expect(draft.state()).toBe(draftState)
})

it('[SHELL-14] ignores a response that arrives after the answers were cleared', async () => {
  const { api, draft } = tab(told({ confirmPerson: true, quoteNumber: 'Q123' }))
  const path = identityCheckPath(api, draft)
  draft.clear()
  expect(await path).toBeNull()
  expect(draft.state()).toEqual({})
})
