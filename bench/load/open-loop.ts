/**
 * Requests at a fixed rate whatever the answers do, as visitors arrive: a generator that waits for answers would slow
 * down with the server and hide its collapse. Each request is given five seconds.
 */
import { Pool } from 'undici'
import { quantile } from './figures.ts'
import type { Asked } from './traffic.ts'

export type Arrival = Asked & { readonly kind: string }

export interface Answered {
  readonly kind: string
  /** 0 where there was no answer in time. */
  readonly status: number
  readonly ms: number
  readonly shed: boolean
  readonly retryAfter: number | null
  /** Since the load began. */
  readonly atMs: number
}

const giveUpMs = 5_000
const tickMs = 1
/** More waiting connections than any balancer keeps to one node; what comes beyond waits here, and its time counts. */
const mostConnections = 400

/** By undici: it takes a quarter less of the processor than node:http's client, and what it takes the database lacks. */
export async function arrive(
  origin: string,
  { perSecond, seconds, next }: { perSecond: number; seconds: number; next: (number: number) => Arrival },
): Promise<readonly Answered[]> {
  const pool = new Pool(origin, { connections: mostConnections })
  const from = performance.now()
  const answers: Promise<Answered>[] = []
  const total = Math.round(perSecond * seconds)
  while (answers.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - from) / 1_000) * perSecond))
    while (answers.length < due) answers.push(ask(pool, next(answers.length), from))
    await new Promise(resolve => setTimeout(resolve, tickMs))
  }
  const all = await Promise.all(answers)
  await pool.destroy()
  return all
}

function ask(pool: Pool, { kind, path, method, headers, body }: Arrival, from: number): Promise<Answered> {
  const sentAt = performance.now()
  return new Promise(resolve => {
    let isOver = false
    const done = (status: number, shed = false, retryAfter: number | null = null) => {
      isOver = true
      clearTimeout(timer)
      resolve({ kind, status, ms: performance.now() - sentAt, shed, retryAfter, atMs: sentAt - from })
    }
    let stop = () => done(0)
    const timer = setTimeout(() => stop(), giveUpMs)
    let status = 0
    let retryAfter = Number.NaN
    let text = ''
    pool.dispatch(
      { path, method, headers: { ...headers }, ...(body === undefined ? {} : { body }) },
      {
        onRequestStart(controller) {
          stop = () => controller.abort(new Error('no answer in time'))
          if (isOver) stop()
        },
        onResponseStart(_, code, answered) {
          status = code
          retryAfter = Number(answered['retry-after'])
        },
        onResponseData(_, chunk) {
          if (status === 503) text += chunk
        },
        onResponseEnd() {
          done(status, /OVERLOADED|very busy/.test(text), Number.isNaN(retryAfter) ? null : retryAfter)
        },
        onResponseError() {
          done(0)
        },
      },
    )
  })
}

export interface Summary {
  readonly sent: number
  readonly goodPerSecond: number
  readonly p99Ms: number
  readonly shedPart: number
  readonly shedP99Ms: number
  readonly lost: number
}

const goodWithinMs = 1_000

/** Of the answers given from `afterMs` on. */
export function summarise(answers: readonly Answered[], seconds: number, afterMs = 0): Summary {
  const counted = answers.filter(answer => answer.atMs >= afterMs)
  const accepted = counted.filter(answer => answer.status !== 0 && !answer.shed)
  const shed = counted.filter(answer => answer.shed)
  return {
    sent: counted.length,
    goodPerSecond: accepted.filter(answer => answer.ms < goodWithinMs).length / (seconds - afterMs / 1_000),
    p99Ms: quantile(
      accepted.map(answer => answer.ms),
      0.99,
    ),
    shedPart: shed.length / counted.length,
    shedP99Ms: quantile(
      shed.map(answer => answer.ms),
      0.99,
    ),
    lost: counted.filter(answer => answer.status === 0).length,
  }
}
