/** Tests of the PDF renderer: its worker thread, its cache, and its failures. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { policyRecord, sampleBrand } from '#test/sample-records.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { wordingPdf } from './policy-wording.ts'
import { schedulePdf } from './schedule.ts'

const brand = sampleBrand('turners')
// The worker's own limit is for a server: here it would only measure how busy the machine is.
const pdfRenderer = createPdfRenderer(undefined, 600_000)
afterAll(() => pdfRenderer.close())

test('[PAY-06] the renderer returns the same PDF, whatever was rendered before it, and the main thread is not blocked', async () => {
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 1)
  const schedule = await pdfRenderer.schedule(policyRecord, brand)
  const wording = await pdfRenderer.wording('THIRD_PARTY', brand)
  clearInterval(counting)
  expect(turns).toBeGreaterThan(10)
  // Here in the other order.
  expect(Buffer.compare(wording, await wordingPdf('THIRD_PARTY', brand))).toBe(0)
  expect(Buffer.compare(schedule, await schedulePdf(policyRecord, brand))).toBe(0)
})

test('[PAY-06] a schedule is cached for each brand until its record changes', async () => {
  const first = await pdfRenderer.schedule(policyRecord, brand)
  expect(await pdfRenderer.schedule(policyRecord, brand)).toBe(first)
  const corrected = { ...policyRecord, businessName: 'Ngata & Daughters' }
  const after = await pdfRenderer.schedule(corrected, brand)
  expect(Buffer.compare(after, await schedulePdf(corrected, brand))).toBe(0)
  const elsewhere = await pdfRenderer.schedule(policyRecord, sampleBrand('harbour'))
  expect(new Set([first, after, elsewhere].map(pdf => Buffer.from(pdf).toString('base64'))).size).toBe(3)
})

test('[PAY-06] a document that cannot be rendered fails alone, and renders once its data is valid', async () => {
  const broken = { ...policyRecord, policyNumber: 'MV0', issuedAt: 'no day' }
  await expect(pdfRenderer.schedule(broken, brand)).rejects.toThrow('Invalid')
  const mended = await pdfRenderer.schedule({ ...broken, issuedAt: policyRecord.issuedAt }, brand)
  expect(mended.length).toBeGreaterThan(10_000)
})

/** Creates a worker file; `started` returns how often its thread has started. */
async function workerFile(code: string): Promise<{ url: string; started: () => Promise<number> }> {
  const folder = await mkdtemp(join(tmpdir(), 'openroad-pdf-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const starts = join(folder, 'starts')
  const file = join(folder, 'worker.mjs')
  const noteStart = `import { appendFileSync } from 'node:fs'\nappendFileSync(${JSON.stringify(starts)}, '.')\n`
  await writeFile(file, noteStart + code)
  return { url: pathToFileURL(file).href, started: async () => (await readFile(starts)).length }
}

/** A worker that is slow for each document and never finishes one of them. */
const slowWorker = `export const renderPdf = ({ cover }) => new Promise(resolve => {
  if (cover !== 'THIRD_PARTY') setTimeout(() => resolve(new Uint8Array([1])), 300)
  else setInterval(() => undefined, 1_000)
})`

test('[PAY-06] the time limit is per document, not for the queue; a document that never finishes does not block the next', async () => {
  const { url, started } = await workerFile(slowWorker)
  const busy = createPdfRenderer(url, 5_000)
  const asked = Array.from({ length: 20 }, (_, place) =>
    busy.schedule({ ...policyRecord, policyNumber: `MV${place}` }, brand),
  )
  expect(await Promise.all(asked)).toHaveLength(20)
  expect(await started()).toBe(1)
  await expect(busy.wording('THIRD_PARTY', brand)).rejects.toThrow('aborted')
  expect(await busy.wording('COMPREHENSIVE', brand)).toHaveLength(1)
  expect(await started()).toBe(2)
  await busy.close()
})

test('[PAY-06] if the thread dies its documents fail, and the next document starts a new thread', async () => {
  const { url, started } = await workerFile('export const renderPdf = () => process.exit(1)')
  const frail = createPdfRenderer(url)
  await expect(frail.wording('THIRD_PARTY', brand)).rejects.toThrow('exited')
  await expect(frail.wording('THIRD_PARTY', brand)).rejects.toThrow('exited')
  expect(await started()).toBe(2)
  await frail.close()
})
