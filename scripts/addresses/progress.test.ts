/** Tests of the progress output of the address import. */
import { expect, test } from 'vitest'
import { progressReport } from './progress.ts'

function reportTo(isTTY: boolean): string {
  let ms = 0
  let text = ''
  const report = progressReport({ isTTY, write: (more: string) => (text += more) }, () => ms)
  for (const share of [0, 3, 5, 10]) {
    ms = share * 1_000
    report.show({ bytesDone: share * 100, bytes: 1_000, rows: share * 1_000 })
  }
  report.end()
  return text
}

test('[CAR-09] on a terminal the import draws one bar', () => {
  const drawn = reportTo(true).split('\r')
  expect(drawn.at(-2)).toContain('[###############...............] 50 %, 5,000 addresses, about 5 s left')
  expect(drawn.at(-1)).toBe(`[${'#'.repeat(30)}] 100 %, 10,000 addresses, about 0 s left\u001b[K\n`)
})

test('[CAR-09] elsewhere the import writes plain lines', () => {
  const lines = reportTo(false).trimEnd().split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[2]).toBe('50 %, 5,000 addresses, about 5 s left')
})
