/** The contract tests of every embedded insurer repository: a concurrent bind and amend of one quote. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedInsurerRepository } from '#db/repositories/embedded-insurer.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { insuredRisk, policyOf, quotedBy, temporaryRepository } from '#test/insurer-adapters.ts'
import { type EmbeddedInsurerRepository, embeddedInsurer } from './embedded.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const now = () => new Date('2026-11-21T02:00:00Z')
const dearer = { ...insuredRisk, choice: { ...insuredRisk.choice, hireCar: true } }

describe.each<[string, () => Promise<EmbeddedInsurerRepository>]>([
  ['tables', async () => embeddedInsurerRepository(database.kysely)],
  ['the sandbox’s records', temporaryRepository],
])('%s', (_, open) => {
  it('[EDGE-09] [EDGE-13] issues no policy for a quote that changed after the bind read it', async () => {
    const repository = await open()
    const insurer = embeddedInsurer(repository, now)
    const quote = await quotedBy(insurer)
    const issue: typeof repository.issue = async (...given) => {
      await insurer.amend(quote.quoteNumber, dearer, quote.history)
      return repository.issue(...given)
    }
    const late = embeddedInsurer({ ...repository, issue }, now)
    const sent = policyOf(quote, crypto.randomUUID())
    expect(await late.bind(sent)).toEqual({ outcome: 'rejected', reason: 'QUOTE_CHANGED' })
    expect(await insurer.lookupBind(sent)).toBeNull()
    const newest = await insurer.retrieve(quote.quoteNumber)
    if (newest.outcome !== 'quoted') throw new Error(newest.outcome)
    expect(newest.quote.choice.hireCar).toBe(true)
    const again = await insurer.bind(policyOf(newest.quote, crypto.randomUUID()))
    expect(again).toMatchObject({ outcome: 'issued' })
  })

  it('[EDGE-09] changes no quote that was sold after the amend read it', async () => {
    const repository = await open()
    const insurer = embeddedInsurer(repository, now)
    const quote = await quotedBy(insurer)
    const changeQuote: typeof repository.changeQuote = async (...given) => {
      await insurer.bind(policyOf(quote, crypto.randomUUID()))
      return repository.changeQuote(...given)
    }
    const late = embeddedInsurer({ ...repository, changeQuote }, now)
    expect(await late.amend(quote.quoteNumber, dearer, quote.history)).toEqual({ outcome: 'converted' })
    expect(await insurer.retrieve(quote.quoteNumber)).toEqual({ outcome: 'quoted', quote })
  })

  it('[EDGE-09] an amend does not overwrite another one that came first', async () => {
    const repository = await open()
    const insurer = embeddedInsurer(repository, now)
    const { quoteNumber, history } = await quotedBy(insurer)
    const changeQuote: typeof repository.changeQuote = async (...given) => {
      await insurer.amend(quoteNumber, dearer, history)
      return repository.changeQuote(...given)
    }
    const late = await embeddedInsurer({ ...repository, changeQuote }, now).amend(
      quoteNumber,
      insuredRisk,
      history,
    )
    expect(late).toMatchObject({ outcome: 'stale', quote: { choice: { hireCar: true } } })
    expect(await insurer.retrieve(quoteNumber)).toMatchObject({ quote: { choice: { hireCar: true } } })
  })

  it('[EDGE-09] [EDGE-13] either issues the policy or changes the quote when both happen at once', async () => {
    const insurer = embeddedInsurer(await open(), now)
    for (let round = 0; round < 20; round += 1) {
      const quote = await quotedBy(insurer)
      const sent = policyOf(quote, crypto.randomUUID())
      const [bound, again, amended] = await Promise.all([
        insurer.bind(sent),
        insurer.bind(sent),
        insurer.amend(quote.quoteNumber, dearer, quote.history),
      ])
      expect(again).toEqual(bound)
      const outcomes = [bound.outcome, amended.outcome].join()
      expect(['issued,converted', 'rejected,quoted']).toContain(outcomes)
      const kept = await insurer.retrieve(quote.quoteNumber)
      expect(kept).toMatchObject({ quote: { choice: { hireCar: bound.outcome === 'rejected' } } })
    }
  })

  it('[EDGE-08] [EDGE-13] draws another number if the first is in use', async () => {
    const repository = await open()
    const insurer = embeddedInsurer(repository, now)
    const [first, second] = [await quotedBy(insurer), await quotedBy(insurer)]
    const sold = await insurer.bind(policyOf(first, crypto.randomUUID()))
    if (sold.outcome !== 'issued') throw new Error(sold.outcome)
    let [quotes, policies] = [0, 0]
    const addQuote: typeof repository.addQuote = row =>
      repository.addQuote(quotes++ ? row : { ...row, quote_number: first.quoteNumber })
    const issue: typeof repository.issue = (row, expectedModifiedAt) =>
      repository.issue(policies++ ? row : { ...row, policy_number: sold.policyNumber }, expectedModifiedAt)
    const unlucky = embeddedInsurer({ ...repository, addQuote, issue }, now)
    const third = await quotedBy(unlucky, dearer)
    expect(await insurer.retrieve(third.quoteNumber)).toEqual({ outcome: 'quoted', quote: third })
    expect(await insurer.retrieve(first.quoteNumber)).toEqual({ outcome: 'quoted', quote: first })
    const sent = policyOf(second, crypto.randomUUID())
    const bound = await unlucky.bind(sent)
    const anotherNumber = expect.not.stringMatching(sold.policyNumber)
    expect(bound).toMatchObject({ outcome: 'issued', policyNumber: anotherNumber })
    expect(await insurer.lookupBind(sent)).toEqual(bound)
    expect([quotes, policies]).toEqual([2, 2])
  })
})

/** Runs `then` while the transaction of `first` is open, and commits once `then` waits for it. */
async function crossing<T>(
  first: (repository: EmbeddedInsurerRepository) => Promise<unknown>,
  then: () => Promise<T>,
): Promise<T> {
  const done = Promise.withResolvers<void>()
  const holding = Promise.withResolvers<void>()
  const open = database.kysely.transaction().execute(async tx => {
    await first(embeddedInsurerRepository(tx))
    holding.resolve()
    await done.promise
  })
  await holding.promise
  let answered = false
  const answer = then().finally(() => {
    answered = true
  })
  const waiting = async () => {
    const { rows } = await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  }
  while (!answered && !(await waiting()));
  done.resolve()
  await open
  return answer
}

it('[EDGE-09] [EDGE-13] with tables the second transaction waits and then sees the first one’s change', async () => {
  const repository = embeddedInsurerRepository(database.kysely)
  const insurer = embeddedInsurer(repository, now)
  const sold = await quotedBy(insurer)
  const sent = policyOf(sold, crypto.randomUUID())
  const amended = await crossing(
    within => embeddedInsurer(within, now).bind(sent),
    () => insurer.amend(sold.quoteNumber, dearer, sold.history),
  )
  expect(amended).toEqual({ outcome: 'converted' })
  expect(await insurer.bind(sent)).toEqual(await insurer.lookupBind(sent))

  const changed = await quotedBy(insurer)
  const refused = policyOf(changed, crypto.randomUUID())
  const bound = await crossing(
    within => embeddedInsurer(within, now).amend(changed.quoteNumber, dearer, changed.history),
    () => insurer.bind(refused),
  )
  expect(bound).toEqual({ outcome: 'rejected', reason: 'QUOTE_CHANGED' })
  expect(await insurer.lookupBind(refused)).toBeNull()
})
