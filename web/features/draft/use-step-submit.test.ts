/** Tests of saving a step: answers that change during the call, and what follows a failure. */
import { expect, test, vi } from 'vitest'
import { captchaFailed, errorResult, networkError, noContent, ok } from '#test/samples/api-results.ts'
import { fakeApi } from '#test/samples/fake-api.ts'
import type { ApiResult } from '#web/api/request-and-response.ts'
import { createDraft } from './draft-store.ts'
import { type StepSaveOptions, saveStep } from './use-step-submit.ts'

const emptyBody = { policyHolderDetails: [], addressDetails: [] }

/** A step whose call gets these replies by name; `during` runs while quoteCreate is on its way. */
function setUp(
  replies: Record<string, ApiResult<unknown>>,
  during: (draft: ReturnType<typeof createDraft>) => void = () => {},
) {
  const draft = createDraft(null)
  draft.setState({ quoteId: 'q1' })
  const left: string[] = []
  let isCurrent = true
  const api = fakeApi(name => {
    if (name === 'quoteCreate') during(draft)
    return replies[name] ?? networkError
  })
  const step = {
    request: () => ({ id: draft.state().quoteId ?? '', ...emptyBody }),
    onSaved: vi.fn(),
    onError: vi.fn(() => false),
    onCaptchaFailed: vi.fn(),
    onIncomplete: vi.fn(),
  }
  const navigation = { isCurrent: () => isCurrent, navigateTo: (path: string) => void left.push(path) }
  const save = (changed: Partial<StepSaveOptions> = {}) =>
    saveStep({ ...step, ...changed }, { api, draft, navigation })
  return { draft, left, step, save, leave: () => (isCurrent = false) }
}

test('[CAR-12] [DRIVER-07] [HOLDER-08] saved answers are reported with the response', async () => {
  const { draft, save, step, left } = setUp({ quoteCreate: noContent })
  expect(await save()).toBe('done')
  expect(step.onSaved).toHaveBeenCalledExactlyOnceWith(noContent, draft.answers())
  expect(left).toEqual([])
})

test('[HOLDER-08] without a body nothing is sent', async () => {
  const { save, step } = setUp({}, () => expect.unreachable())
  await save({ request: () => null })
  expect(step.onIncomplete).toHaveBeenCalledOnce()
})

test.each([
  ['pass', noContent, 1, []],
  ['are refused too', errorResult('STALE'), 0, ['/error-occurred']],
] as const)(
  '[CAR-12] [DRIVER-07] answers that an amend of step 3 overtook are sent once more, and %s',
  async (_how, second, saved, path) => {
    const answers: ApiResult<unknown>[] = [errorResult('STALE'), second]
    const replies: { quoteCreate: ApiResult<unknown> } = { quoteCreate: networkError }
    const { save, step, left } = setUp(replies, () => {
      replies.quoteCreate = answers.shift() ?? expect.unreachable()
    })
    await save()
    expect([step.onSaved.mock.calls.length, left, answers]).toEqual([saved, path, []])
  },
)

const change = (draft: ReturnType<typeof createDraft>) => draft.setAnswer('car.carValue', '13800')

test('[CAR-12] [DRIVER-07] [HOLDER-08] answers that change during the call are submitted again', async () => {
  const { save, step } = setUp({ quoteCreate: noContent }, change)
  expect(await save()).toBe('changed')
  expect(step.onSaved).not.toHaveBeenCalled()
})

test('[DRIVER-07] [SHELL-02] [SHELL-14] after the step was left, a response is stored unless the answers were cleared, and a failure is ignored', async () => {
  const { save, step, leave } = setUp({ quoteCreate: noContent }, change)
  leave()
  expect(await save()).toBe('done')
  expect(step.onSaved).toHaveBeenCalledOnce()
  const failed = setUp({ quoteCreate: errorResult('INTERNAL') }, change)
  failed.leave()
  await failed.save()
  expect(failed.left).toEqual([])
  const cleared = setUp({ quoteCreate: noContent }, draft => draft.clear())
  cleared.leave()
  expect(await cleared.save()).toBe('done')
  expect(cleared.step.onSaved).not.toHaveBeenCalled()
})

test.each([
  [errorResult('QUOTE_EXPIRED'), '/expired'],
  [errorResult('NOT_INSURABLE'), '/error-occurred'],
  [networkError, '/error-occurred'],
])('[CAR-12] [DRIVER-07] [HOLDER-08] %j leads to %s unless the step handles it', async (reply, path) => {
  const { save, left } = setUp({ quoteCreate: reply })
  await save()
  expect(left).toEqual([path])
})

test('[CAR-12] [DRIVER-07] a refusal that the step handles leads nowhere', async () => {
  const { draft, save, step, left } = setUp({ quoteCreate: errorResult('NOT_INSURABLE') })
  step.onError.mockReturnValue(true)
  await save()
  expect(step.onError).toHaveBeenCalledExactlyOnceWith('NOT_INSURABLE', draft.answers())
  expect(left).toEqual([])
})

test('[HOLDER-08] an unfinished security check is reported; a busy server has its own banner', async () => {
  const unsent = setUp({ quoteCreate: captchaFailed })
  await unsent.save()
  expect(unsent.step.onCaptchaFailed).toHaveBeenCalledOnce()
  const busy = setUp({ quoteCreate: errorResult('OVERLOADED') })
  await busy.save()
  expect(busy.step.onCaptchaFailed).not.toHaveBeenCalled()
  expect([...unsent.left, ...busy.left]).toEqual([])
})

test.each([
  ['NOT_READY', true, '/vehicle/step1'],
  ['NOT_READY', false, '/error-occurred'],
  ['INTERNAL', true, '/error-occurred'],
] as const)(
  '[DRIVER-07] [CAR-12] [HOLDER-08] [ENTRY-06] refused with %s, and people to be confirmed: %s',
  async (code, needsIdentityCheck, path) => {
    const prospectCar = ok({ needsIdentityCheck, quoteNumber: 'Q123' })
    const { draft, save, left } = setUp({ quoteCreate: errorResult(code), prospectCar })
    await save()
    expect(left).toEqual([path])
    expect(draft.state().needsIdentityCheck === true).toBe(path === '/vehicle/step1')
  },
)
