/** The tables of states: final states end, every state can be reached, and compare-and-set reads its sources from them. */
import { describe, expect, it } from 'vitest'
import {
  bindAttemptMoves,
  paymentMoves,
  paymentsIn,
  quoteMoves,
  ratableStatuses,
  refusalOf,
  sourcesOf,
  unpaidStates,
  unresolvedStates,
} from './purchase-states.ts'

const tables = { quote: quoteMoves, payment: paymentMoves, bindAttempt: bindAttemptMoves }
const starts = { quote: 'DRAFT', payment: 'CREATED', bindAttempt: 'INTENT' }

describe('the tables of states', () => {
  it.each(Object.entries(tables))(
    '[PAY-12] %s: every state can be reached from the first, and no move leads nowhere',
    (name, table) => {
      const moves: Record<string, readonly string[]> = table
      const reached = new Set([starts[name as keyof typeof starts]])
      for (const state of reached) for (const next of moves[state] ?? []) reached.add(next)
      expect([...reached].sort()).toEqual(Object.keys(moves).sort())
    },
  )

  it('[PAY-05] a policy, an issued bind attempt and returned money are final', () => {
    expect([
      quoteMoves.CONVERTED,
      quoteMoves.EXPIRED,
      bindAttemptMoves.ISSUED,
      paymentMoves.REFUNDED,
    ]).toEqual([[], [], [], []])
  })

  it('[PAY-05] a quote converts only out of binding, and money is approved only by what may still be paid', () => {
    expect(sourcesOf(quoteMoves, 'CONVERTED')).toEqual(['BINDING'])
    expect(sourcesOf(paymentMoves, 'APPROVED')).toEqual(['PENDING', 'DECLINED', 'CANCELLED', 'EXPIRED'])
  })

  it('[PAY-07] [PAY-08] money may still come for a payment that ended without it, and goes back only from where it was', () => {
    expect(unpaidStates).toEqual(['DECLINED', 'CANCELLED', 'EXPIRED'])
    for (const state of unpaidStates) expect(paymentMoves[state]).toContain('APPROVED')
    expect(paymentsIn('open', 'paid')).toEqual(['CREATED', 'PENDING', 'APPROVED'])
    expect(sourcesOf(paymentMoves, 'REFUNDED')).toEqual(paymentsIn('going-back'))
  })

  it('[PAY-05] the insurer may still say yes to whatever it has not answered, and to nothing else', () => {
    expect(unresolvedStates).toEqual(sourcesOf(bindAttemptMoves, 'ISSUED'))
  })

  it('[PAY-05] a new price never takes a quote out of binding: only the insurer’s no does', () => {
    expect(sourcesOf(quoteMoves, 'QUOTED')).toEqual(['DRAFT', 'QUOTED', 'OFFLINE', 'BINDING', 'DECLINED'])
    expect(ratableStatuses('QUOTED')).toEqual(['DRAFT', 'QUOTED', 'OFFLINE', 'DECLINED'])
  })

  it('[ENTRY-07] says why a finished quote cannot be changed', () => {
    expect(refusalOf('CONVERTED')).toBe('QUOTE_CONVERTED')
    expect(refusalOf('BINDING')).toBe('BIND_PENDING')
    expect(refusalOf('EXPIRED')).toBe('QUOTE_EXPIRED')
    expect(refusalOf('QUOTED')).toBeNull()
  })
})
