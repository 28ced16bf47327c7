/** Tests that expected startup errors are reported in one sentence, and that bugs are not. */
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { BrandError } from '#brands/index.ts'
import { openDatabase } from '#db/client.ts'
import { ConfigError } from './settings.ts'
import { describeStartupError } from './startup-errors.ts'

async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

const listening = (host: string, port: number) =>
  thrownBy(
    () =>
      new Promise((resolve, reject) => {
        createServer()
          .once('error', reject)
          .listen(port, host, () => resolve(null))
      }),
  )

it('an unreachable database is reported with the name of its setting, without the value', async () => {
  const open = (url: string) => openDatabase({ url }, { onError: () => undefined })
  const error = await thrownBy(() => open('postgresql://somebody:secret@127.0.0.1:1/openroad'))
  expect(describeStartupError(error)).toMatch(/^The database of DATABASE_URL cannot be used: ECONNREFUSED\.$/)
  const unknownTo = await thrownBy(() =>
    open('postgresql://u@127.0.0.1:1/openroad?sslmode=verify-full&sslrootcert=/no/such/ca.pem'),
  )
  expect(describeStartupError(unknownTo)).toBe(
    'The database of DATABASE_URL cannot be used: ENOENT, /no/such/ca.pem.',
  )
})

it('an unavailable host, port or folder is named', async () => {
  expect(describeStartupError(await listening('192.0.2.1', 0))).toBe(
    'HOST or REPORT_HOST is no address of this machine.',
  )
  const taken = createServer()
  await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', () => resolve()))
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  expect(describeStartupError(await listening('127.0.0.1', port))).toContain(`at port ${port} already`)
  taken.close()
  const folder = await thrownBy(() => mkdirSync(`${import.meta.filename}/var`, { recursive: true }))
  expect(describeStartupError(folder)).toMatch(/var cannot be written \(ENOTDIR\): set DATA_DIR/)
})

it('errors of settings and brand folders keep their sentence, and a bug has none', () => {
  expect(describeStartupError(new ConfigError('PORT is wrong.'))).toBe('PORT is wrong.')
  expect(describeStartupError(new BrandError('brands/fern/brand.json is not JSON.'))).toMatch(/^brands\/fern/)
  expect(describeStartupError(new TypeError('x is not a function'))).toBeNull()
  expect(describeStartupError('thrown text')).toBeNull()
})
