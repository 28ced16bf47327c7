/** Tests of the PDF renderer: its worker thread, its cache, and its failures. */
import { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { policyRecord, sampleBrand } from '#test/sample-records.ts'
import { createPdfRenderer } from './pdf-renderer.ts'
import { schedulePdf } from './schedule.ts'
import { wordingPdf } from './wording.ts'

const brand = sampleBrand('turners')
const press = createPdfRenderer()
afterAll(() => press.close())

test('[PAY-06] the renderer returns the same PDF, and the main thread is not blocked', async () => {
  let turns = 0
  const turn = () => {
    turns += 1
    again = setImmediate(turn)
  }
  let again = setImmediate(turn)
  const printed = await press.schedule(policyRecord, brand)
  clearImmediate(again)
  expect(turns).toBeGreaterThan(50)
  expect(Buffer.compare(printed, await schedulePdf(policyRecord, brand))).toBe(0)
  expect(
    Buffer.compare(await press.wording('THIRD_PARTY', brand), await wordingPdf('THIRD_PARTY', brand)),
  ).toBe(0)
})

test('[PAY-06] a PDF does not depend on what was rendered before it', async () => {
  const other = createPdfRenderer()
  await other.schedule(policyRecord, brand)
  const after = await other.wording('THIRD_PARTY', brand)
  await other.close()
  const fresh = createPdfRenderer()
  const first = await fresh.wording('THIRD_PARTY', brand)
  await fresh.close()
  expect(Buffer.compare(first, after)).toBe(0)
})

test('[PAY-06] a rendered schedule is cached, separately for each policy and brand', async () => {
  const first = press.schedule(policyRecord, brand)
  expect(press.schedule(policyRecord, brand)).toBe(first)
  const other = press.schedule({ ...policyRecord, policyNumber: 'MV00412074' }, brand)
  const elsewhere = press.schedule(policyRecord, sampleBrand('harbour'))
  expect(new Set(await Promise.all([first, other, elsewhere])).size).toBe(3)
})

test('[PAY-06] a document that cannot be rendered fails alone, and renders once its data is valid', async () => {
  const broken = { ...policyRecord, policyNumber: 'MV0', issuedAt: 'no day' }
  await expect(press.schedule(broken, brand)).rejects.toThrow('Invalid')
  const mended = await press.schedule({ ...broken, issuedAt: policyRecord.issuedAt }, brand)
  expect(mended.length).toBeGreaterThan(10_000)
})

test('[PAY-06] a schedule is rendered again after its record was corrected', async () => {
  const [first, ...others] = policyRecord.policyholders
  if (!first) throw new Error('nobody holds the policy')
  const corrected = { ...policyRecord, policyholders: [{ ...first, email: 'hemi@example.nz' }, ...others] }
  const before = await press.schedule(policyRecord, brand)
  const after = await press.schedule(corrected, brand)
  expect(Buffer.compare(after, before)).not.toBe(0)
  expect(Buffer.compare(after, await schedulePdf(corrected, brand))).toBe(0)
})

/** A thread that answers each order after a while, one after the other, but for the paper it hangs on. */
const slowThread = `
  const { parentPort } = require('node:worker_threads')
  let before = Promise.resolve()
  parentPort.on('message', ({ number, order }) => {
    before = before
      .then(() => new Promise(resolve => { if (order.cover !== 'THIRD_PARTY') setTimeout(resolve, 100) }))
      .then(() => parentPort.postMessage({ number, pdf: new Uint8Array([number]) }))
  })`

test('[PAY-06] the time limit is per document, not for the queue; a document that never finishes does not block the next', async () => {
  let started = 0
  const busy = createPdfRenderer(() => {
    started += 1
    return new Worker(slowThread, { eval: true })
  }, 1_500)
  const asked = Array.from({ length: 20 }, (_, place) =>
    busy.schedule({ ...policyRecord, policyNumber: `MV${place}` }, brand),
  )
  expect(await Promise.all(asked)).toHaveLength(20)
  expect(started).toBe(1)
  await expect(busy.wording('THIRD_PARTY', brand)).rejects.toThrow('the press was stopped')
  expect(await busy.wording('COMPREHENSIVE', brand)).toHaveLength(1)
  expect(started).toBe(2)
  await busy.close()
})

test('[PAY-06] if the thread dies its documents fail, and the next document starts a new thread', async () => {
  let started = 0
  const frail = createPdfRenderer(() => {
    started += 1
    return new Worker("require('node:worker_threads').parentPort.once('message', () => process.exit(1))", {
      eval: true,
    })
  })
  await expect(frail.wording('THIRD_PARTY', brand)).rejects.toThrow('the press was stopped')
  await expect(frail.wording('THIRD_PARTY', brand)).rejects.toThrow('the press was stopped')
  expect(started).toBe(2)
  await frail.close()
})
