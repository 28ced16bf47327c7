/**
 * Papers as PDF, made in a thread of their own: laying one out takes a tenth of a second of CPU and a hundred megabytes
 * for a moment, which visitors must not feel. Calls and jobs get it as `services.press`.
 */
import { Worker } from 'node:worker_threads'
import type { Brand } from '#brands/brand.ts'
import type { Paper, PressOrder, PressResult } from '#documents/press-worker.ts'
import type { CoverType } from '#journey/cover.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import { PartnerBusy } from './bulkhead.ts'

export interface Press {
  schedule(record: PolicyRecord, brand: Brand, madeAt: Date): Promise<Uint8Array>
  /** The same for every customer of a cover and brand, so it is made once. */
  wording(cover: CoverType, brand: Brand): Promise<Uint8Array>
}

interface Waiting {
  resolve(bytes: Uint8Array): void
  reject(error: Error): void
}

/** A minute of work or so; more is refused as too busy. */
const mostWaiting = 100
/** Enough for the longest paper; without a bound the thread takes what the machine has. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }

export function openPress(): Press & { close(): Promise<void> } {
  const waiting = new Map<number, Waiting>()
  const wordings = new Map<string, Promise<Uint8Array>>()
  let thread: Worker | null = null
  let orders = 0

  function started(): Worker {
    if (thread) return thread
    const worker = new Worker(new URL('../documents/press-worker.ts', import.meta.url), { resourceLimits })
    const gone = (error: Error) => {
      if (thread === worker) thread = null
      for (const one of waiting.values()) one.reject(error)
      waiting.clear()
    }
    worker.on('message', (result: PressResult) => {
      const one = waiting.get(result.id)
      waiting.delete(result.id)
      if ('bytes' in result) one?.resolve(result.bytes)
      else one?.reject(Object.assign(new Error('a paper could not be made'), result.failed))
    })
    worker.on('error', gone)
    worker.on('exit', () => gone(new Error('the press stopped')))
    // Nothing to do must not keep the process alive.
    worker.unref()
    thread = worker
    return worker
  }

  function make(paper: Paper): Promise<Uint8Array> {
    if (waiting.size >= mostWaiting) return Promise.reject(new PartnerBusy('the press has too much to do'))
    orders += 1
    const order: PressOrder = { id: orders, paper }
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    waiting.set(order.id, { resolve, reject })
    started().postMessage(order)
    return promise
  }

  return {
    schedule: (record, brand, madeAt) => make({ kind: 'schedule', record, brand, madeAt }),
    wording(cover, brand) {
      const key = `${brand.key}|${cover}`
      const known = wordings.get(key)
      if (known !== undefined) return known
      const made = make({ kind: 'wording', cover, brand })
      wordings.set(key, made)
      made.catch(() => wordings.delete(key))
      return made
    },
    async close() {
      await thread?.terminate()
    },
  }
}
