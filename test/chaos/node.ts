/** The server process of chaos runs: wired as in server/main.ts, without pages and documents, with injected faults. */
import module from 'node:module'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { parseConfig } from '#server/config.ts'
import { createApplication } from '#server/container.ts'
import { runRetention } from '#server/jobs/retention.ts'
import { createJsonLog } from '#server/lib/logger.ts'
import { blankDocuments, emptyPage } from '#test/blank-output.ts'
import { type MutantName, mutants } from '#test/schedules/mutants.ts'
import { pointsByFile } from './crash-point-hooks.ts'

module.enableCompileCache()

const { FAULT_MUTANT, FAULT_CONTROL, FAULT_TRACE, FAULT_PURGE_MS } = process.env
const mutant = FAULT_MUTANT === undefined ? undefined : mutants[FAULT_MUTANT as MutantName]
const mutations = [
  ...(mutant ? [mutant.around] : []),
  ...(FAULT_CONTROL && FAULT_TRACE ? [pointsByFile(FAULT_CONTROL, FAULT_TRACE)] : []),
]
const config = parseConfig()
const log = createJsonLog(line => process.stdout.write(line))
const application = await createApplication(config, log, {
  // Rendering takes longer than such a node lives.
  pdfRenderer: blankDocuments,
  around: wired => mutations.reduce((services, around) => around(services), wired),
})
const app = await buildApp(application, { pages: () => emptyPage, dist: join(config.dataDir, 'dist') })
await app.listen({ host: config.host, port: config.port })
await application.startWork()
if (FAULT_PURGE_MS)
  setInterval(() => void runRetention(application.services).catch(() => undefined), Number(FAULT_PURGE_MS))
const address = app.server.address()
const port = typeof address === 'object' && address !== null ? address.port : 0
process.stdout.write(`Openroad is at http://localhost:${port}\n`)
