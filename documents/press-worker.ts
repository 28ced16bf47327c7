/** The thread that lays papers out, so that no visitor waits behind one: server/press.ts sends it what to make. */
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Brand } from '#brands/brand.ts'
import type { CoverType } from '#journey/cover.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import { schedulePdf } from './schedule.ts'
import { wordingPdf } from './wording.ts'

export type Paper =
  | { readonly kind: 'schedule'; readonly record: PolicyRecord; readonly brand: Brand; readonly madeAt: Date }
  | { readonly kind: 'wording'; readonly cover: CoverType; readonly brand: Brand }

export interface PressOrder {
  readonly id: number
  readonly paper: Paper
}

export type PressResult =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly failed: { readonly name: string; readonly stack: string } }

const make = async (paper: Paper): Promise<Uint8Array> =>
  paper.kind === 'schedule'
    ? schedulePdf(paper.record, paper.brand, paper.madeAt)
    : wordingPdf(paper.cover, paper.brand)

// On Linux this is the thread's own priority: papers are laid out in what time visitors leave. Elsewhere it would be the
// whole process's.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)

parentPort?.on('message', ({ id, paper }: PressOrder) => {
  make(paper).then(
    bytes => parentPort?.postMessage({ id, bytes } satisfies PressResult),
    (error: unknown) =>
      parentPort?.postMessage({
        id,
        failed: {
          name: error instanceof Error ? error.name : 'Error',
          stack: error instanceof Error ? (error.stack ?? '') : '',
        },
      } satisfies PressResult),
  )
})
