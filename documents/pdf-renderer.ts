/**
 * The PDF renderer: draws documents on a worker thread and caches the most recent ones. The policy mail
 * requests the schedule as soon as a policy is issued, so the customer's later download comes from the
 * cache.
 */
import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { Brand } from '#brands/brand.ts'
import type { CoverType } from '#journey/cover.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import type { PdfJob, PdfWorkerMessage, PdfWorkerResult } from './pdf-worker.ts'

export interface PdfRenderer {
  /** policyDetails.pdf; the same record is the same bytes. */
  schedule(record: PolicyRecord, brand: Brand): Promise<Uint8Array>
  wording(cover: CoverType, brand: Brand): Promise<Uint8Array>
  /** Lets the thread go; what is still being printed fails. */
  close(): Promise<void>
}

interface Waiting {
  resolve(pdf: Uint8Array): void
  reject(reason: unknown): void
}

/** A hundred kilobytes each. */
const keptPapers = 24
/** The time limit of one document, without its time in the queue. */
const usualPatienceMs = 30_000

const digestOf = (record: PolicyRecord): string =>
  createHash('sha256').update(JSON.stringify(record)).digest('base64url')

/** The thread starts with the first document, and again after a document that crashed it. */
export function createPdfRenderer(
  startWorker = () =>
    new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // Enough for the longest document; without a limit the thread would use all memory of the machine.
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 6 },
    }),
  patienceMs = usualPatienceMs,
): PdfRenderer {
  let thread: { worker: Worker; waiting: Map<number, Waiting>; watch(): void } | null = null
  let count = 0
  const kept = new Map<string, Promise<Uint8Array>>()

  function start() {
    const worker = startWorker()
    const waiting = new Map<number, Waiting>()
    let overdue: ReturnType<typeof setTimeout> | undefined
    // Whatever hangs there would hang for all who come after: that thread is given up.
    const watch = () => {
      clearTimeout(overdue)
      if (waiting.size > 0) overdue = setTimeout(() => void worker.terminate(), patienceMs)
    }
    const started = { worker, waiting, watch }
    const end = (reason: unknown) => {
      clearTimeout(overdue)
      if (thread === started) thread = null
      for (const { reject } of waiting.values()) reject(reason)
      waiting.clear()
    }
    worker.on('message', (answer: PdfWorkerResult) => {
      const asked = waiting.get(answer.number)
      waiting.delete(answer.number)
      watch()
      if (waiting.size === 0) worker.unref()
      if ('pdf' in answer) asked?.resolve(answer.pdf)
      else asked?.reject(answer.failed)
    })
    worker.on('error', end)
    worker.on('exit', () => end(new Error('the press was stopped')))
    return started
  }

  function print(order: PdfJob): Promise<Uint8Array> {
    thread ??= start()
    const { worker, waiting, watch } = thread
    count += 1
    const number = count
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    waiting.set(number, { resolve, reject })
    if (waiting.size === 1) watch()
    worker.ref()
    worker.postMessage({ number, order } satisfies PdfWorkerMessage)
    return promise
  }

  /** The least recently requested documents are evicted; a failed one is not cached. */
  function keptOr(key: string, order: PdfJob): Promise<Uint8Array> {
    const paper = kept.get(key) ?? print(order)
    kept.delete(key)
    kept.set(key, paper)
    paper.catch(() => kept.delete(key))
    const [oldest] = kept.keys()
    if (kept.size > keptPapers && oldest !== undefined) kept.delete(oldest)
    return paper
  }

  return {
    schedule: (record, brand) =>
      // By all that the record says: an address of it may be corrected (`npm run ops -- mail-again`).
      keptOr(`${brand.key} ${digestOf(record)}`, { paper: 'schedule', record, brand }),
    wording: (cover, brand) => keptOr(`${brand.key} ${cover}`, { paper: 'wording', cover, brand }),
    async close() {
      await thread?.worker.terminate()
    },
  }
}
