/**
 * The worker thread that draws PDFs, started by pdf-renderer.ts. pdfkit needs about 100 ms per document,
 * which would block the server's main thread.
 */
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Brand } from '#brands/brand.ts'
import type { CoverType } from '#journey/cover.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import { schedulePdf } from './schedule.ts'
import { wordingPdf } from './wording.ts'

export type PdfJob =
  | {
      readonly paper: 'schedule'
      readonly record: PolicyRecord
      readonly brand: Brand
    }
  | { readonly paper: 'wording'; readonly cover: CoverType; readonly brand: Brand }

export type PdfWorkerMessage = { readonly number: number; readonly order: PdfJob }
export type PdfWorkerResult =
  | { readonly number: number; readonly pdf: Uint8Array }
  | { readonly number: number; readonly failed: unknown }

const printed = (order: PdfJob): Promise<Uint8Array> =>
  order.paper === 'schedule' ? schedulePdf(order.record, order.brand) : wordingPdf(order.cover, order.brand)

const answer = (message: PdfWorkerResult) => parentPort?.postMessage(message)

/**
 * The thread gets a tenth of the node's CPU share when both are busy: requests have priority over
 * documents, and a customer's download still completes.
 */
const niceness = 10

// On Linux this is the thread's own priority: elsewhere it would be the whole process's.
if (process.platform === 'linux') setPriority(0, niceness)

parentPort?.on('message', ({ number, order }: PdfWorkerMessage) => {
  printed(order).then(
    pdf => answer({ number, pdf }),
    failed => answer({ number, failed }),
  )
})
