/** Tests that the transactions of purchases lock their rows in the one order that db/transaction.ts states. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { lockOrder } from '#db/transaction.ts'
import { issuePolicy } from '#server/purchase/issue-policy.ts'
import { refundPayment } from '#server/purchase/refund-payment.ts'
import { syncPayment } from '#server/purchase/sync-payment.ts'
import { openPayment, paid } from './card-payment.ts'
import { bindBody, logIn, ratedCustomer } from './purchase.ts'
import { appForFile } from './test-app.ts'

const order: readonly string[] = lockOrder

const current = new AsyncLocalStorage<string[]>()
/** The SQL of each transaction. */
const transactions: string[][] = []
const world = await appForFile({
  isIdle: true,
  replace: {
    onStatement: ({ query }) => void current.getStore()?.push(query.sql),
    around: wired => ({
      ...wired,
      withTransaction: work =>
        wired.withTransaction(tx => {
          const statements: string[] = []
          transactions.push(statements)
          return current.run(statements, () => work(tx))
        }),
    }),
  },
})

const readWithLock = (sql: string) =>
  / for (key share|update)/.test(sql) ? [...sql.matchAll(/\bfrom "?public"?\."?(\w+)/g)] : []
const written = (sql: string) => [
  ...sql.matchAll(/\b(?:insert into|update|delete from) "?public"?\."?(\w+)/g),
]

/** The tables of the list, in the order in which the transaction first locks a row of each. */
const lockedBy = (statements: readonly string[]): string[] => {
  const tables = statements
    .flatMap(sql => [...readWithLock(sql), ...written(sql)])
    .map(([, table = '']) => table)
  return [...new Set(tables.filter(table => order.includes(table)))]
}

/** Only a transaction of one row and its counts may begin without the quote. */
const isInOrder = (tables: readonly string[]): boolean =>
  tables.join() === order.filter(table => tables.includes(table)).join() &&
  (tables[0] === 'quote' || tables.filter(table => table !== 'daily_sales_count').length < 2)

it('[PAY-05] [PAY-07] [PAY-11] [EDGE-13] every transaction of a purchase locks rows in one order, the quote first', async () => {
  const { services } = world
  const rejecting = {
    ...services,
    insurer: { ...services.insurer, bind: async () => ({ outcome: 'rejected', reason: 'MANUAL' }) as const },
  }
  const byBank = await ratedCustomer(world)
  await logIn(await world.browser(), byBank.quote)
  // The purchase stores its policyholders first, which takes access away from other sessions.
  ;(await byBank.bind(bindBody(byBank.quote))).ok()
  for (const node of [services, rejecting]) {
    const { quote, payment, openPage } = await openPayment(world)
    await openPage()
    await syncPayment(payment.id, paid(world.application, payment, `T-${quote.id}`))
    await issuePolicy(quote.id, node)
    await refundPayment(payment.id, services)
  }
  const all = transactions.map(lockedBy)
  expect(all.filter(tables => !isInOrder(tables)).map(tables => tables.join())).toEqual([])
  expect(order.filter(table => !all.flat().includes(table))).toEqual([])
})
