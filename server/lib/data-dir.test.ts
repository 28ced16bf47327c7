/**
 * Tests that a DATA_DIR that is not writable stops startup with a clear sentence, and that a missing
 * folder does not.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createApplication } from '#server/container.ts'
import { assertCreatable } from './data-dir.ts'
import { createJsonLog } from './logger.ts'
import { describeStartupError } from './startup-errors.ts'

it('a folder below /proc stops startup with a sentence that names the setting, and does not hang', async () => {
  const silent = createJsonLog(
    () => {},
    () => new Date(),
  )
  for (const dataDir of ['/proc', '/proc/openroad/var', '/proc/self/openroad']) {
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: 'postgresql://u@127.0.0.1:1/openroad' })
    const error: unknown = await createApplication(config, silent).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(describeStartupError(error)).toMatch(/DATA_DIR/)
  }
})

it('accepts an existing folder and one that can be created', () => {
  const folder = mkdtempSync(join(tmpdir(), 'openroad-data-dir-'))
  try {
    assertCreatable(folder)
    assertCreatable(join(folder, 'not', 'yet', 'there'))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
