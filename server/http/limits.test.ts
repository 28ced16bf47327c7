/** Who is counted at which call: nobody gets past every limit by sending neither cookie nor token. */
import { expect, it } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import type { Services, Visitor } from '#server/context.ts'
import { tooMany, tooManyUnguarded } from './limits.ts'

const names = Object.keys(calls) as CallName[]
const withoutToken = names.filter(name => calls[name].who !== 'bearer')

/** What one call of each name is counted by: in the database, or by the pace of a session. */
async function countedBy(visitor: Pick<Visitor, 'sidHash' | 'quoteId' | 'ip'>, count = tooMany) {
  const counted: Partial<Record<CallName, string[]>> = {}
  for (const name of withoutToken) {
    const by: string[] = []
    const services = {
      config: { limitFactor: 1 },
      now: () => new Date('2026-11-21T01:00:00Z'),
      books: { countEvent: async (key: string) => by.push(key) },
      pace: {
        tooFast: (key: string) => {
          by.push(`pace|${key}`)
          return null
        },
      },
    }
    await count(name, visitor as Visitor, services as unknown as Services)
    counted[name] = by.map(key => key.split('|')).map(([what, per]) => (what === 'pace' ? what : (per ?? '')))
  }
  return counted
}
const namesOf = (counted: Awaited<ReturnType<typeof countedBy>>, isIt: (by: string[]) => boolean) =>
  names.filter(name => isIt(counted[name] ?? ['a bearer call']))

const stranger = { sidHash: null, quoteId: null, ip: '192.0.2.7' }
const browser = { ...stranger, sidHash: Buffer.alloc(32, 1) }

it('[T1] [T12] whoever sends neither cookie nor token is counted by address, but where nothing is given to them', async () => {
  expect(namesOf(await countedBy(stranger), by => by.length === 0)).toEqual([
    'captchaChallenge',
    'policyRetrieve',
    'calendarRetrieve',
  ])
})

it('[T1] a call with an empty row is held to the pace of its session, and to a tenth of it while the captcha is out', async () => {
  const paced = namesOf(await countedBy(browser), by => by.includes('pace'))
  expect(paced).toEqual(['captchaChallenge', 'policyRetrieve'])
  const unguarded = await countedBy(browser, tooManyUnguarded)
  expect(namesOf(unguarded, by => by.length === 0)).toEqual([])
})
