/** Renders PDFs on a worker thread and caches them, so that the policy e-mail and the download share one rendering. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Piscina } from 'piscina'
import type { Brand } from '#brands/brand.ts'
import type { CoverType } from '#journey/cover.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import type { PdfJob } from './pdf-worker.ts'

export interface PdfRenderer {
  /** Returns policyDetails.pdf; the same record always gives the same bytes. */
  schedule(record: PolicyRecord, brand: Brand): Promise<Uint8Array>
  wording(cover: CoverType, brand: Brand): Promise<Uint8Array>
  /** Stops the thread; documents in progress fail. */
  close(): Promise<void>
}

/** Each document has about 100 kB. */
const maximumCached = 24

const digestOf = (record: PolicyRecord): string =>
  createHash('sha256').update(JSON.stringify(record)).digest('base64url')

/** The thread starts with the first document, and again after a crash. The time limit is per document, without its queue. */
export function createPdfRenderer(
  worker = new URL('./pdf-worker.ts', import.meta.url).href,
  timeLimitMs = 30_000,
): PdfRenderer {
  const pool = new Piscina<PdfJob, Uint8Array>({
    filename: worker,
    name: 'renderPdf',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
  })
  let previous: Promise<unknown> = Promise.resolve()

  /** Gives the pool one document at a time, so that the time limit does not include waiting in its queue. */
  function render(job: PdfJob): Promise<Uint8Array> {
    const pdf = previous.then(() => pool.run(job, { signal: AbortSignal.timeout(timeLimitMs) }))
    previous = pdf.catch(() => undefined)
    return pdf
  }

  const documents = new LRUCache<string, Uint8Array, PdfJob>({
    max: maximumCached,
    // A document that is evicted while it renders still returns its result.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: job }) => render(job),
  })

  return {
    schedule: (record, brand) =>
      // The key covers the whole record, because operators may correct an address (`npm run ops -- mail-again`).
      documents.forceFetch(`${brand.key} ${digestOf(record)}`, {
        context: { document: 'schedule', record, brand },
      }),
    wording: (cover, brand) =>
      documents.forceFetch(`${brand.key} ${cover}`, { context: { document: 'wording', cover, brand } }),
    close: () => pool.destroy(),
  }
}
