/** Two nodes at one purchase: what the slower of them was told does not undo what was begun since. */
import { expect, it, onTestFinished } from 'vitest'
import type { Services } from '#server/context.ts'
import { bindBody, quoted } from '#test/purchase.ts'
import { eventually, openWorld } from '#test/world.ts'
import { issuePolicy } from './issue-policy.ts'

it('[PAY-05] [T11] a no that was long under way is not one to the purchase that was begun since', async () => {
  const insurers: Services['insurer'][] = []
  let answers = 0
  const world = await openWorld({
    replace: {
      around: wired => {
        insurers.push(wired.insurer)
        const bind: Services['insurer']['bind'] = async policy => {
          answers += 1
          if (answers === 1) return await lateNo()
          // Bought, and the answer lost on its way to us.
          if (answers === 2) await wired.insurer.bind(policy)
          return { outcome: 'pending', reason: 'timeout' }
        }
        return { ...wired, insurer: { ...wired.insurer, bind } }
      },
    },
  })
  onTestFinished(() => world.close())
  const client = await world.browser()
  const quote = await quoted(client)
  const { services } = world.house

  /** Meanwhile another node was told no as well, and the customer has pressed again. */
  async function lateNo() {
    await services.transact(async books => {
      await books.moveIssuance(quote.id, 'REJECTED', services.now())
      await books.setQuoteStatus(quote.id, 'QUOTED', services.now())
    })
    void client.call('quoteBind', { body: bindBody(quote) })
    await eventually(async () => (await services.books.findIssuance(quote.id))?.state === 'UNKNOWN')
    return { outcome: 'rejected', reason: 'MALFORMED' } as const
  }

  expect((await client.call('quoteBind', { body: bindBody(quote) })).status).toBe(422)
  expect(await services.books.findIssuance(quote.id)).toMatchObject({ state: 'UNKNOWN' })
  expect(await services.books.findQuote(quote.id)).toMatchObject({ status: 'BINDING' })

  const [insurer] = insurers
  if (!insurer) throw new Error('no insurer')
  await issuePolicy(quote.id, { ...services, insurer })
  const policy = await eventually(() => services.books.findPolicy(quote.id))
  const known = await services.books.findIssuance(quote.id)
  expect(known).toMatchObject({ state: 'ISSUED', policy_number: policy.record.policyNumber })
})
