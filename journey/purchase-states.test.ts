/** Tests of the state tables: final states end, every state can be reached, and moves come from the right states. */
import { describe, expect, it } from 'vitest'
import {
  bindAttemptTransitions,
  closedQuoteProblem,
  closedUnpaidStates,
  paymentStatesOfPhases,
  paymentTransitions,
  quoteTransitions,
  ratableStatuses,
  statesBefore,
  unresolvedBindStates,
} from './purchase-states.ts'

describe('the tables of states', () => {
  it.each([
    ['DRAFT', quoteTransitions],
    ['CREATED', paymentTransitions],
    ['INTENT', bindAttemptTransitions],
  ])('[PAY-12] every state is reachable from %s, and every transition leads to a state', (start, table) => {
    const moves: Record<string, readonly string[]> = table
    const reached = new Set([start])
    for (const state of reached) for (const next of moves[state] ?? []) reached.add(next)
    expect([...reached].sort()).toEqual(Object.keys(moves).sort())
  })

  it('[PAY-05] a policy, an issued bind attempt and returned money are final', () => {
    const { CONVERTED, EXPIRED } = quoteTransitions
    const final = [CONVERTED, EXPIRED, bindAttemptTransitions.ISSUED, paymentTransitions.REFUNDED]
    expect(final).toEqual([[], [], [], []])
  })

  it('[PAY-05] a quote is converted only from BINDING, and only an open payment is approved', () => {
    expect(statesBefore(quoteTransitions, 'CONVERTED')).toEqual(['BINDING'])
    const payable = ['PENDING', 'DECLINED', 'CANCELLED', 'EXPIRED']
    expect(statesBefore(paymentTransitions, 'APPROVED')).toEqual(payable)
  })

  it('[PAY-07] [PAY-08] a failed payment may still be approved, and only an approved one is refunded', () => {
    expect(closedUnpaidStates).toEqual(['DECLINED', 'CANCELLED', 'EXPIRED'])
    for (const state of closedUnpaidStates) expect(paymentTransitions[state]).toContain('APPROVED')
    expect(paymentStatesOfPhases('open', 'paid')).toEqual(['CREATED', 'PENDING', 'APPROVED'])
    expect(statesBefore(paymentTransitions, 'REFUNDED')).toEqual(paymentStatesOfPhases('refunding'))
  })

  it('[PAY-05] only an unanswered bind attempt can still be issued', () => {
    expect(unresolvedBindStates).toEqual(statesBefore(bindAttemptTransitions, 'ISSUED'))
  })

  it('[PAY-05] a new price does not end BINDING, only a rejection does', () => {
    const before = ['DRAFT', 'QUOTED', 'OFFLINE', 'BINDING', 'DECLINED']
    expect(statesBefore(quoteTransitions, 'QUOTED')).toEqual(before)
    expect(ratableStatuses('QUOTED')).toEqual(['DRAFT', 'QUOTED', 'OFFLINE', 'DECLINED'])
  })

  it('[ENTRY-07] states why a finished quote cannot be changed', () => {
    const statuses = ['CONVERTED', 'BINDING', 'EXPIRED', 'QUOTED'] as const
    const problems = ['QUOTE_CONVERTED', 'BIND_PENDING', 'QUOTE_EXPIRED', null]
    expect(statuses.map(closedQuoteProblem)).toEqual(problems)
  })
})
