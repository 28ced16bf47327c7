/** Tests of polling the bind call until its result is known, and of the bank details afterwards. */
import { createElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { ResponseOf } from '#contract/endpoints.ts'
import { emptyBank } from '#journey/questions/form-answers.ts'
import { captchaFailed, errorResult, networkError, noContent, ok } from '#test/samples/api-results.ts'
import { formOf } from '#test/samples/form-answers.ts'
import { markupOf } from '#test/samples/page.tsx'
import type { ApiResult } from '#web/api/request-and-response.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { type BindDependencies, clearBankDetails, pollBind } from './bind-policy.ts'
import { BankAccountFields } from './payment-page.tsx'

type Answer = ApiResult<ResponseOf<'quoteBind'>>
const bound: Answer = ok({ policyNumber: 'POL-1' })
const pending = errorResult('BIND_PENDING')

const success = { outcome: 'bound', policyNumber: 'POL-1' }
const failed = { outcome: 'failed' }
const outdated = { ...failed, isOutdated: true }
const leaveFor = (path: string) => ({ outcome: 'leave', path })

async function bindWith(ownerPath: BindDependencies['ownerPath'], answers: readonly Answer[]) {
  const waits: number[] = []
  let sent = 0
  const onPending = vi.fn()
  const result = await pollBind({
    bind: async () => answers[Math.min(sent++, answers.length - 1)] ?? bound,
    ownerPath,
    wait: async ms => void waits.push(ms),
    onPending,
  })
  return { result, sent, announced: onPending.mock.calls.length, waits }
}
const bind = (...answers: Answer[]) => bindWith(async () => null, answers)

describe('binding', () => {
  it.each<[string, object, Answer[]]>([
    ['[PAY-05] success', success, [bound]],
    ['[PAY-05] a definite refusal', failed, [errorResult('REJECTED')]],
    ['[PAY-05] a body that the server does not understand', failed, [errorResult('MALFORMED')]],
    ['[PAY-05] an empty response', failed, [noContent]],
    ['[PAY-05] [EDGE-09] a missing declaration', outdated, [errorResult('NOT_READY')]],
    ['[PAY-05] [EDGE-09] a quote that another tab changed', outdated, [errorResult('STALE')]],
    ['[PAY-05] a refusal after the order was accepted', failed, [pending, errorResult('REJECTED')]],
    ['[PAY-05] a policy bought elsewhere', leaveFor('/converted'), [pending, errorResult('QUOTE_CONVERTED')]],
    ['[PAY-10] an expired quote', leaveFor('/expired'), [errorResult('QUOTE_EXPIRED')]],
    ['[SHELL-09] an unfinished security check', { outcome: 'captcha-failed' }, [captchaFailed]],
    ['[PAY-05] a server that is too busy to begin', { outcome: 'not-started' }, [errorResult('OVERLOADED')]],
  ])('%s ends the polling', async (_what, result, answers) => {
    expect(await bind(...answers)).toMatchObject({ result, sent: answers.length })
  })

  it.each([errorResult('INTERNAL'), errorResult('PARTNER_UNAVAILABLE'), networkError])(
    '[PAY-05] [EDGE-13] after %j the order may have been accepted, so that the bind is sent again',
    async first => {
      expect(await bind(first, bound)).toEqual({ result: success, sent: 2, announced: 0, waits: [5000] })
      expect((await bind(first, pending, bound)).announced).toBe(1)
      expect((await bind(first, errorResult('REJECTED'))).sent).toBe(2)
      // A second call that does nothing says nothing of the first.
      for (const nothingDone of [errorResult('OVERLOADED'), captchaFailed])
        expect((await bind(first, nothingDone)).result).toEqual(failed)
      expect(await bind(first)).toMatchObject({ result: failed, sent: 2, announced: 0 })
    },
  )

  it('[PAY-05] [ENTRY-06] a customer who has to confirm their identity goes there and sees no failure', async () => {
    const notReady = errorResult('NOT_READY')
    const ownerPath = async (answer: unknown) => (answer === notReady ? '/vehicle/step1' : null)
    const { result } = await bindWith(ownerPath, [notReady])
    expect(result).toEqual(leaveFor('/vehicle/step1'))
    expect((await bindWith(ownerPath, [bound])).result).toEqual(success)
  })

  it('[PAY-05] BIND_PENDING polls every 5 seconds, reports it once, and survives a lost connection', async () => {
    const polled = { result: success, sent: 4, announced: 1, waits: [5000, 5000, 5000] }
    expect(await bind(pending, networkError, pending, bound)).toEqual(polled)
  })

  it('[PAY-05] gives up after 60 seconds without a refusal', async () => {
    const { result, waits } = await bind(pending)
    expect(result).toEqual(failed)
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(60_000)
  })

  it.each([errorResult('OVERLOADED'), errorResult('INTERNAL'), captchaFailed])(
    '[PAY-05] [SHELL-09] after an accepted order, a retry that gets %j does not end the wait',
    async answer => {
      expect(await bind(pending, answer, bound)).toMatchObject({ result: success, sent: 3 })
    },
  )
})

it('[SHELL-14] step 5 has the bank fields and the payment start date; all bank fields are cleared after the purchase', () => {
  const names = [...markupOf(createElement(BankAccountFields)).matchAll(/ name="([^"]*)"/g)].map(
    ([, name]) => name,
  )
  const bankFields = Object.keys(emptyBank).map(part => `payment.bank.${part}`)
  expect(names).toEqual([...bankFields, 'payment.paymentStartDate'])
  const draft = createDraft(null)
  draft.setAnswer('car.plate', 'JHU968')
  draft.setAnswer('payment.bank.accountNumber', '01-0902-0068389-00')
  clearBankDetails(draft)
  expect(draft.answers()).toEqual(formOf({ 'car.plate': 'JHU968' }))
})
