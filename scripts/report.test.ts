/** Tests of `npm run report`: what it prints, as text and as CSV, and its exit codes. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { databaseForFile } from '#test/database.ts'

const database = await databaseForFile()
await database.query(
  `insert into daily_sales_count (day, brand, partner, source, event, detail, slot, count, cents) values
   ('2026-11-01', 'openroad', 'none', 'openroad', 'prospect', '', 0, 7, 0),
   ('2026-11-01', 'openroad', 'none', 'openroad', 'prospect', '', 5, 3, 0),
   ('2026-11-01', 'openroad', 'none', 'openroad', 'declined', 'CRIMINAL_RECORD', 0, 2, 0),
   ('2026-11-02', 'turners', 'dealer-1', 'dealer-1', 'bind', 'card', 0, 1, 0),
   ('2026-11-02', 'turners', 'dealer-1', 'dealer-1', 'policy', 'UNDER_10_MINUTES', 0, 1, 123456),
   ('2026-12-01', 'openroad', 'none', 'openroad', 'prospect', '', 0, 99, 0)`,
)

const report = (...args: readonly string[]) => {
  const command = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'report.ts'), ...args]
  const env = { ...process.env, DATABASE_URL: database.url }
  return new Promise<{ code: number; out: string; problem: string }>(resolve => {
    execFile(process.execPath, command, { env }, (error, out, problem) =>
      resolve({ code: Number(error?.code ?? 0), out, problem }),
    )
  })
}

const november = ['--from', '2026-11-01', '--to', '2026-11-30']

it('[BUS-01] prints lines per day, brand and partner, the funnel, the reasons and the times', async () => {
  const { code, out } = await report(...november)
  expect(code).toBe(0)
  const lines = out.split('\n').map(line => line.trim().replace(/ {2,}/g, ' | '))
  for (const line of [
    'Sales from 2026-11-01 to 2026-11-30',
    'Day | Brand | Partner | Prospects | Declined | Binds by card | Policies | Premium | GST in the premium',
    '2026-11-01 | openroad | none | 10 | 2 | 0 | 0 | $0.00 | $0.00',
    '2026-11-02 | turners | dealer-1 | 0 | 0 | 1 | 1 | $1,234.56 | $161.03',
    'Plate entered | 10 | 100.0 % | 0',
    'Criminal record | 2',
    'Under 10 minutes | 1',
  ])
    expect(lines).toContain(line)
  expect(out).not.toContain('2026-12-01')
})

it('[BUS-01] [BUS-02] prints CSV of one brand and partner', async () => {
  const { code, out } = await report(...november, '--brand', 'turners', '--partner', 'dealer-1', '--csv')
  expect(code).toBe(0)
  const [head = '', line = '', ...others] = out.trimEnd().split('\n')
  expect(others).toEqual([])
  const row = Object.fromEntries(head.split(',').map((name, index) => [name, line.split(',')[index]]))
  const amounts = { Policies: '1', Premium: '1234.56', 'Declined CRIMINAL_RECORD': '0' }
  expect(row).toMatchObject({ Day: '2026-11-02', Brand: 'turners', Partner: 'dealer-1', ...amounts })
})

it('[BUS-01] says that nothing was counted', async () => {
  const { code, out } = await report('--from', '2025-01-01', '--to', '2025-01-31')
  expect([code, out]).toEqual([0, expect.stringContaining('Nothing was counted in this period.')])
})

it.each([
  [['--from', '2026-13-01'], "'from' is '2026-13-01'"],
  [['--form', '2026-11-01'], "Unknown option '--form'"],
])('[BUS-01] %j ends with a sentence and exit code 2', async (args, sentence) => {
  const { code, out, problem } = await report(...args)
  expect([code, out]).toEqual([2, ''])
  expect(problem).toContain(sentence)
  expect(problem).not.toContain('    at ')
})
