/** Mix of calls in the shares of a real journey, for load tests that resemble visitors. */
import { amendOf, bindOf, type Customer, retrievalOf } from './customers.ts'
import type { Arrival } from './open-loop.ts'

const page = (customer: Customer, path: string): Arrival => ({
  kind: 'page',
  method: 'GET',
  path,
  headers: { cookie: cookieOf(customer), accept: 'text/html', 'accept-encoding': 'gzip, deflate, br, zstd' },
})
const cookieOf = ({ client }: Customer) =>
  [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
const notice: Arrival = {
  kind: 'notice',
  method: 'GET',
  path: `/edge/notices/card/${'A'.repeat(43)}?sessionId=0`,
  headers: {},
}

/** 40 % look-ups and amends, 30 % pages, 20 % creates, 5 % binds, 5 % notices; the customers take turns. */
export function buildCallMix(
  made: readonly Customer[],
  buyers: readonly Customer[],
): (number: number) => Arrival {
  const creates = made.map((customer): Arrival => {
    const amend = amendOf(customer)
    return { ...amend, kind: 'create', path: amend.path.replace('amend', 'create') }
  })
  const amends = made.map((customer): Arrival => ({ ...amendOf(customer), kind: 'amend' }))
  const lookUps = made.map((customer): Arrival => ({ ...retrievalOf(customer), kind: 'look-up' }))
  const pages = made.map(customer => page(customer, '/vehicle'))
  const binds = buyers.map((customer): Arrival => ({ ...bindOf(customer), kind: 'bind' }))
  const turn = <T>(list: readonly T[], number: number): T => list[number % list.length] as T
  return number => {
    const share = (number * 7) % 20
    const round = Math.floor(number / 20) * 8 + (number % 8)
    if (share < 4) return turn(lookUps, round)
    if (share < 8) return turn(amends, round)
    if (share < 14) return turn(pages, round)
    if (share < 18) return turn(creates, round + 3)
    return share === 18 ? turn(binds, Math.floor(number / 20)) : notice
  }
}
