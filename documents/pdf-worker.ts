/** The worker thread that renders PDFs for pdf-renderer.ts: 100 ms per document would block the main thread. */
import { setPriority } from 'node:os'
import type { Brand } from '#brands/brand.ts'
import type { CoverType } from '#journey/cover.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import { wordingPdf } from './policy-wording.ts'
import { schedulePdf } from './schedule.ts'

export type PdfJob =
  | { readonly document: 'schedule'; readonly record: PolicyRecord; readonly brand: Brand }
  | { readonly document: 'wording'; readonly cover: CoverType; readonly brand: Brand }

/** Gives requests priority over documents: when both are busy, this thread gets about a tenth of the CPU time. */
const niceness = 10

// Only Linux has a priority per thread; elsewhere this would change the whole process.
if (process.platform === 'linux') setPriority(0, niceness)

export const renderPdf = (job: PdfJob): Promise<Uint8Array> =>
  job.document === 'schedule' ? schedulePdf(job.record, job.brand) : wordingPdf(job.cover, job.brand)
