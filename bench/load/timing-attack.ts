/**
 * Benchmark of a timing attack (T1): response times for another customer's quote against those for a quote
 * that does not exist.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { type Client, createClient } from '#test/client.ts'
import { customerWithQuote } from './customers.ts'
import type { Node } from './environment.ts'
import { type Figure, median } from './statistics.ts'

const guesses = 600
const mayDifferMs = 2

interface Guess {
  readonly call: string
  readonly real: () => Promise<unknown>
  readonly none: () => Promise<unknown>
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** By turns, and the none twice: the difference of those two is the noise of this run. */
async function medians({ real, none }: Guess): Promise<{ real: number; none: number; again: number }> {
  const found = { real: [] as number[], none: [] as number[], again: [] as number[] }
  for (let guess = 0; guess < guesses; guess += 1) {
    found.real.push(await timeOf(real))
    found.none.push(await timeOf(none))
    found.again.push(await timeOf(none))
  }
  return { real: median(found.real), none: median(found.none), again: median(found.again) }
}

export async function timingAttackFigures(node: Node): Promise<Figure[]> {
  const { quote } = await customerWithQuote(node.origin)
  const stranger = createClient(node.origin)
  await stranger.request('/vehicle')
  const expectNothing = async (asked: ReturnType<Client['call']>, status: number) => {
    const answer = await asked
    if (answer.status !== status) throw new Error(`a guess was answered with ${answer.status}`)
  }
  const byProspect = (id: string) => expectNothing(stranger.call('prospectCar', { query: { id } }), 204)
  const byId = (uuid: string) => expectNothing(stranger.call('policyRetrieve', { query: { uuid } }), 200)
  const byToken = (user: string) => {
    const body = { user_id: user, password: randomBytes(32).toString('base64url') }
    return expectNothing(stranger.call('login', { body }), 401)
  }
  const all: readonly Guess[] = [
    { call: 'car by id', real: () => byProspect(quote.id), none: () => byProspect(randomUUID()) },
    { call: 'policy by id', real: () => byId(quote.id), none: () => byId(randomUUID()) },
    { call: 'login by id', real: () => byToken(quote.id), none: () => byToken(randomUUID()) },
  ]
  const figures: Figure[] = []
  for (const guess of all) {
    for (let warming = 0; warming < 50; warming += 1) await guess.none()
    const { real, none, again } = await medians(guess)
    figures.push({
      name: `guess that is a quote, against one that is none: ${guess.call}`,
      measured: `${Math.abs(real - none).toFixed(3)} ms apart (${real.toFixed(2)}, ${none.toFixed(2)})`,
      floor: `${Math.abs(again - none).toFixed(3)} ms: none against none`,
      ratio: null,
      reach: `< ${mayDifferMs} ms`,
      holds: Math.abs(real - none) < mayDifferMs,
    })
  }
  return figures
}
