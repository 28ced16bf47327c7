/** The server process of chaos runs: wired as in server/main.ts, without pages and documents. */
import module from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { parseConfig } from '#server/config.ts'
import { createApplication } from '#server/container.ts'
import { createJsonLog } from '#server/lib/logger.ts'
import { blankPdfRenderer, emptyPage } from '#test/blank-output.ts'

module.enableCompileCache()

const config = parseConfig()
const log = createJsonLog(line => process.stdout.write(line))
// Rendering a document takes longer than such a node lives.
const application = await createApplication(config, log, { pdfRenderer: blankPdfRenderer })
const app = await buildApp(application, { pages: () => emptyPage, dist: join(config.dataDir, 'dist') })
await app.listen({ host: config.host, port: config.port })
await application.startWork()
const { port } = app.server.address() as AddressInfo
process.stdout.write(`Openroad is at http://localhost:${port}\n`)
