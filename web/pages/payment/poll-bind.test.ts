/** Tests of repeating the bind call until its result is known. */

import { describe, expect, it } from 'vitest'
import type { ReplyOf } from '#contract/endpoints.ts'
import { type ProblemCode, problems } from '#contract/problems.ts'
import type { ApiResult } from '#web/api/http.ts'
import { type BindDependencies, pollBind } from './poll-bind.ts'

type Given = ApiResult<ReplyOf<'quoteBind'>>
const bound: Given = { outcome: 'ok', status: 200, data: { policyNumber: 'POL-1' } }
const refused = (code: ProblemCode): Given => {
  const { status, title } = problems[code]
  return { outcome: 'refused', status, problem: { type: '', title, status, code, requestId: 'r' } }
}

const noOwnerPath = async (): Promise<string | null> => null

const bind = (...answers: Given[]) => bindWith(noOwnerPath, ...answers)

async function bindWith(ownerPath: BindDependencies['ownerPath'], ...answers: Given[]) {
  const waits: number[] = []
  let sent = 0
  let told = 0
  const result = await pollBind({
    bind: async () => answers[Math.min(sent++, answers.length - 1)] ?? bound,
    ownerPath,
    wait: async ms => void waits.push(ms),
    onPending: () => {
      told += 1
    },
  })
  return { result, sent, told, waits }
}

describe('binding', () => {
  it('[PAY-05] success returns the policy number', async () => {
    expect((await bind(bound)).result).toEqual({ outcome: 'bound', policyNumber: 'POL-1' })
  })

  it('[PAY-05] REJECTED fails at once', async () => {
    const { result, sent } = await bind(refused('REJECTED'))
    expect([result, sent]).toEqual([{ outcome: 'failed' }, 1])
  })

  const unsaid: Given[] = [refused('INTERNAL'), refused('PARTNER_UNAVAILABLE'), { outcome: 'unreachable' }]

  it.each(unsaid)(
    '[PAY-05] [EDGE-13] after %j the order may have been accepted: asking once more tells',
    async first => {
      const { result, sent, told, waits } = await bind(first, bound)
      expect([result.outcome, sent, told, waits]).toEqual(['bound', 2, 0, [5000]])
      expect((await bind(first, refused('BIND_PENDING'), bound)).told).toBe(1)
      expect((await bind(first, refused('REJECTED'))).sent).toBe(2)
      // That a server is too busy for the second says nothing of the first.
      expect((await bind(first, refused('OVERLOADED'))).result).toEqual({ outcome: 'failed' })
    },
  )

  it.each(unsaid)('[PAY-05] %j twice fails', async first => {
    const { result, sent, told } = await bind(first)
    expect([result, sent, told]).toEqual([{ outcome: 'failed' }, 2, 0])
  })

  it.each<Given>([refused('MALFORMED'), { outcome: 'empty', status: 204 }])(
    '[PAY-05] %j fails at once',
    async answer => {
      const { result, sent } = await bind(answer)
      expect([result, sent]).toEqual([{ outcome: 'failed' }, 1])
    },
  )

  it.each<ProblemCode>(['NOT_READY', 'STALE'])(
    '[PAY-05] [EDGE-09] %s fails, and the quote page has to be looked at',
    async code => {
      expect((await bind(refused(code))).result).toEqual({ outcome: 'failed', isOutdated: true })
    },
  )

  it('[PAY-05] [ENTRY-06] a customer who has to confirm their identity goes there and sees no failure', async () => {
    const taken = refused('NOT_READY')
    const asks = async (answer: unknown) => (answer === taken ? '/vehicle/step1' : null)
    expect((await bindWith(asks, taken)).result).toEqual({ outcome: 'leave', path: '/vehicle/step1' })
    expect((await bindWith(asks, bound)).result.outcome).toBe('bound')
  })

  it('[PAY-05] a policy that was bought another way has its page', async () => {
    const { result } = await bind(refused('BIND_PENDING'), refused('QUOTE_CONVERTED'))
    expect(result).toEqual({ outcome: 'leave', path: '/converted' })
  })

  it('[PAY-05] a definite refusal ends the polling', async () => {
    const { result, sent } = await bind(refused('BIND_PENDING'), refused('REJECTED'))
    expect([result, sent]).toEqual([{ outcome: 'failed' }, 2])
  })

  it('[PAY-05] BIND_PENDING polls every 5 seconds, reports it once, and survives a lost connection', async () => {
    const { result, sent, told, waits } = await bind(
      refused('BIND_PENDING'),
      { outcome: 'unreachable' },
      refused('BIND_PENDING'),
      bound,
    )
    expect(result.outcome).toBe('bound')
    expect([sent, told, waits]).toEqual([4, 1, [5000, 5000, 5000]])
  })

  it('[PAY-05] gives up after 60 seconds without a refusal', async () => {
    const { result, waits } = await bind(refused('BIND_PENDING'))
    expect(result).toEqual({ outcome: 'failed' })
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(60_000)
  })

  it('[SHELL-09] an unfinished security check sends nothing', async () => {
    expect((await bind({ outcome: 'captcha-unavailable' })).result).toEqual({ outcome: 'unchecked' })
  })

  it('[PAY-05] a server that is too busy to begin changes nothing', async () => {
    expect((await bind(refused('OVERLOADED'))).result).toEqual({ outcome: 'told' })
  })

  it.each<Given>([
    refused('OVERLOADED'),
    refused('INTERNAL'),
    refused('TOO_MANY_REQUESTS'),
    { outcome: 'captcha-unavailable' },
  ])(
    '[PAY-05] [SHELL-09] after an accepted order, a retry that gets %j does not end the wait',
    async answer => {
      const { result, sent } = await bind(refused('BIND_PENDING'), answer, bound)
      expect([result, sent]).toEqual([{ outcome: 'bound', policyNumber: 'POL-1' }, 3])
    },
  )

  it('[PAY-10] an expired quote has its page', async () => {
    expect((await bind(refused('QUOTE_EXPIRED'))).result).toEqual({ outcome: 'leave', path: '/expired' })
  })
})
