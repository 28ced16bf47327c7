/**
 * The worker thread that draws PDFs, started by pdf-renderer.ts. pdfkit needs about 100 ms per document,
 * which would block the server's main thread.
 */
import { setPriority } from 'node:os'
import type { Brand } from '#brands/brand.ts'
import type { CoverType } from '#journey/cover.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import { schedulePdf } from './schedule.ts'
import { wordingPdf } from './wording.ts'

export type PdfJob =
  | { readonly paper: 'schedule'; readonly record: PolicyRecord; readonly brand: Brand }
  | { readonly paper: 'wording'; readonly cover: CoverType; readonly brand: Brand }

/**
 * The thread gets a tenth of the node's CPU share when both are busy: requests have priority over
 * documents, and a customer's download still completes.
 */
const niceness = 10

// On Linux this is the priority of the thread; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(0, niceness)

export const renderPdf = (job: PdfJob): Promise<Uint8Array> =>
  job.paper === 'schedule' ? schedulePdf(job.record, job.brand) : wordingPdf(job.cover, job.brand)
