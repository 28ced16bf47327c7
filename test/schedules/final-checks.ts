/** Final checks of a schedule: the invariants of one purchase over our rows and the partners' records. */
import type { Finding, Simulation } from './simulation.ts'

export async function runFinalChecks(simulation: Simulation): Promise<Finding[]> {
  const found: Finding[] = [...simulation.findings]
  const check = (name: string, isWrong: boolean, what: string) => {
    if (isWrong) found.push({ check: name, what })
  }
  const { quote, bindAttempt, policies, payments, audit } = await simulation.readRecords()
  const insured = [...simulation.insurer.policies.values()]
  const sessions = [...simulation.cards.sessions.values()]
  const [policy] = policies
  const { firstAsked, refused } = simulation.insurer

  check('one policy', insured.length > 1, `${insured.length} policies at the insurer`)
  const theirs = insured.map(({ number }) => number).sort()
  const ours = policies.map(({ policy_number }) => policy_number).sort()
  check('I2', theirs.join() !== ours.join(), `the insurer has ${theirs.join()}, we have ${ours.join()}`)
  check(
    'I3',
    simulation.acknowledged.some(number => number !== policy?.policy_number),
    `told ${simulation.acknowledged.join()}`,
  )
  const three = [quote.status === 'CONVERTED', bindAttempt?.state === 'ISSUED', policy !== undefined]
  check('I4', new Set(three).size > 1, three.join())

  const kept = payments.filter(({ state }) => state === 'APPROVED')
  if (policy && bindAttempt?.payment_id) {
    const [payment] = kept
    const session = sessions.find(({ id }) => id === payment?.card_session_id)
    const asked = firstAsked.get(bindAttempt.idempotency_key)
    const fits =
      kept.length === 1 &&
      payment?.id === bindAttempt.payment_id &&
      payment.quote_version === bindAttempt.quote_version &&
      payment.amount_cents === policy.record.payment.amountCents &&
      session?.approvedAt != null &&
      asked !== undefined &&
      session.approvedAt <= asked
    check('I5', !fits, `${kept.length} payments stand, taken at ${session?.approvedAt?.toISOString()}`)
  }
  check('I6', kept.length > 0 && !policy, 'money kept for nothing')
  const captured = sessions
    .filter(({ approvedAt }) => approvedAt)
    .map(({ amountCents, refunds }) => amountCents - [...refunds.values()].reduce((sum, one) => sum + one, 0))
    .filter(left => left !== 0)
  const paidByCard = policy && bindAttempt?.payment_id ? [policy.record.payment.amountCents] : []
  check(
    'money',
    captured.join() !== paidByCard.join(),
    `kept ${captured.join()} cents for ${paidByCard.join()}`,
  )

  check('I10', policy !== undefined && bindAttempt?.quote_version !== quote.version, 'another version')
  const messages = [...simulation.mail.taken].filter(id => id.startsWith('<policy.'))
  check(
    'I11',
    messages.length !== policies.length,
    `${messages.length} messages for ${policies.length} policies`,
  )
  const undone = simulation.jobs.undone().map(({ kind, state }) => `${kind} ${state}`)
  check('I11', undone.length > 0, undone.join())
  check('I12', firstAsked.size > 1 + refused.size, `${firstAsked.size} keys`)
  check(
    'I13',
    policies.some(one => one.declared_at > one.issued_at),
    'declared later',
  )
  check(
    'I14',
    policies.some(one => one.brand !== quote.brand),
    'another brand',
  )

  const resting =
    (bindAttempt === undefined || bindAttempt.state === 'ISSUED' || bindAttempt.state === 'REJECTED') &&
    payments.every(({ state }) => state !== 'REFUND_DUE')
  check('at rest', !resting, `${bindAttempt?.state} ${payments.map(({ state }) => state).join()}`)
  const told = audit.filter(({ what }) => what === 'policy-issued').length
  check('I8', told !== policies.length, `issued ${told} times`)
  return found
}
