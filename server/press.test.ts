/** The press makes the very papers that `documents` does, keeps wordings, and comes back after its thread has died. */
import { afterEach, expect, it } from 'vitest'
import { policyRecord, sampleBrand } from '#documents/proof/sample-records.ts'
import { schedulePdf } from '#documents/schedule.ts'
import { openPress } from './press.ts'

const brand = sampleBrand('harbour')
const madeAt = new Date('2026-11-21T00:00:00Z')
const presses: ReturnType<typeof openPress>[] = []
const press = () => {
  const opened = openPress()
  presses.push(opened)
  return opened
}
afterEach(() => Promise.all(presses.splice(0).map(one => one.close())))

it('[PAY-06] makes the schedule byte by byte as it is laid out here', async () => {
  const made = await press().schedule(policyRecord, brand, madeAt)
  expect(Buffer.from(made).equals(Buffer.from(await schedulePdf(policyRecord, brand, madeAt)))).toBe(true)
})

it('[PAY-06] makes the wording of a cover and brand once', async () => {
  const { wording } = press()
  const [first, second] = await Promise.all([
    wording('COMPREHENSIVE', brand),
    wording('COMPREHENSIVE', brand),
  ])
  expect(second).toBe(first)
  expect(Buffer.from(first.subarray(0, 5)).toString()).toBe('%PDF-')
  expect(await wording('THIRD_PARTY', brand)).not.toBe(first)
})

it('tells of a paper that cannot be made, and of a thread that died, and goes on', async () => {
  const opened = press()
  const broken = { ...policyRecord, choice: { ...policyRecord.choice, startDate: null as unknown as string } }
  await expect(opened.schedule(broken, brand, madeAt)).rejects.toThrow('could not be made')
  const under = opened.schedule(policyRecord, brand, madeAt)
  const stopped = expect(under).rejects.toThrow('the press stopped')
  await opened.close()
  await stopped
  expect((await opened.schedule(policyRecord, brand, madeAt)).length).toBeGreaterThan(1_000)
})
