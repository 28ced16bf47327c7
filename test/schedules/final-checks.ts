/**
 * Final checks of a schedule: the invariants of db/checks/invariants.ts over our in-memory tables and the
 * partners' records.
 */
import type { Finding } from './schedule-plan.ts'
import type { Simulation } from './simulation.ts'

export function runFinalChecks(world: Simulation): Finding[] {
  const found: Finding[] = [...world.findings]
  const say = (check: string, wrong: boolean, what: string) => {
    if (wrong) found.push({ check, what })
  }
  const quote = world.tables.quote.committed()[0]
  const issuance = world.tables.issuance.committed()[0]
  const policies = world.tables.policy.committed()
  const payments = world.tables.payment.committed()
  const audit = world.tables.audit.committed()
  const insured = [...world.insurer.policies.entries()]
  const sessions = [...world.cards.sessions.values()]
  const [policy] = policies

  say('I1', policies.length > 1, `${policies.length} policies here`)
  say('I1', insured.length > 1, `${insured.length} policies at the insurer`)
  const theirs = insured.map(([, { number }]) => number).sort()
  const ours = policies.map(({ policy_number }) => policy_number).sort()
  say('I2', theirs.join() !== ours.join(), `the insurer has ${theirs.join()}, we have ${ours.join()}`)
  say(
    'I3',
    world.acknowledged.some(number => number !== policy?.policy_number),
    `told ${world.acknowledged.join()}`,
  )
  const three = [quote?.status === 'CONVERTED', issuance?.state === 'ISSUED', policy !== undefined]
  say('I4', new Set(three).size > 1, three.join())

  const kept = payments.filter(({ state }) => state === 'APPROVED')
  if (policy && issuance?.payment_id) {
    const [payment] = kept
    const session = sessions.find(({ id }) => id === payment?.psp_session)
    const asked = world.insurer.firstAsked.get(issuance.idem_key)
    const fits =
      kept.length === 1 &&
      payment?.id === issuance.payment_id &&
      payment.quote_version === issuance.quote_version &&
      payment.amount_cents === policy.record.payment.amountCents &&
      session?.approvedAt != null &&
      asked !== undefined &&
      session.approvedAt <= asked
    say('I5', !fits, `${kept.length} payments stand, taken at ${session?.approvedAt?.toISOString()}`)
  }
  say('I6', kept.length > 0 && !policy, 'money kept for nothing')
  const captured = sessions
    .filter(({ approvedAt }) => approvedAt)
    .map(({ amountCents, refunds }) => amountCents - [...refunds.values()].reduce((sum, one) => sum + one, 0))
    .filter(left => left !== 0)
  const paidByCard = policy && issuance?.payment_id ? [policy.record.payment.amountCents] : []
  say('I7', captured.join() !== paidByCard.join(), `kept ${captured.join()} cents for ${paidByCard.join()}`)
  say('I7', world.mostOpenPayments() > 1, 'two payments were open at once')

  say('I10', policy !== undefined && issuance?.quote_version !== quote?.version, 'another version')
  const messages = [...world.mail.taken.keys()].filter(id => id.startsWith('<policy.'))
  say(
    'I11',
    messages.length !== policies.length,
    `${messages.length} messages for ${policies.length} policies`,
  )
  const undone = world.jobs.undone().map(({ kind, state }) => `${kind} ${state}`)
  say('I11', undone.length > 0, undone.join())
  const keys = [...world.insurer.keysOf.values()].reduce((sum, one) => sum + one.size, 0)
  say('I12', keys > 1 + world.insurer.refused.size, `${keys} keys`)
  say(
    'I13',
    policies.some(one => one.declared_at > one.issued_at),
    'declared later',
  )
  say(
    'I14',
    policies.some(one => one.brand !== quote?.brand),
    'another brand',
  )

  const resting =
    (issuance === undefined || issuance.state === 'ISSUED' || issuance.state === 'REJECTED') &&
    payments.every(({ state }) => state !== 'REFUND_DUE')
  say('at rest', !resting, `${issuance?.state} ${payments.map(({ state }) => state).join()}`)
  const told = audit.filter(({ what }) => what === 'policy-issued').length
  say('I8', told !== policies.length, `issued ${told} times`)
  return found
}
