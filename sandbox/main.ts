/**
 * The entry point of the sandbox process: `npm start` runs it beside the server, deploy/compose.yaml beside two
 * nodes, and `npm run partners` alone.
 */
import { existsSync, mkdirSync } from 'node:fs'
import module from 'node:module'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { idempotencyModes } from '#partners/insurer/port.ts'
import { startSandbox } from './server.ts'

module.enableCompileCache()

const { host, port, origin, folder, idempotency } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8081' },
    /** The address for browsers, if it differs from the one it listens on. */
    origin: { type: 'string' },
    folder: { type: 'string', default: 'var' },
    /** The sandbox insurer's idempotency support, with the values of INSURER_IDEMPOTENCY. */
    idempotency: { type: 'string', default: 'none' },
  },
}).values

const options = {
  dataDir: folder,
  idempotency: idempotencyModes.find(one => one === idempotency),
  host,
  publicOrigin: origin,
}

/** Creates one folder at a time, because a recursive mkdir below /proc never ends. */
function createFolder(path: string): void {
  if (existsSync(path)) return
  createFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

async function start() {
  createFolder(resolve(folder))
  try {
    return await startSandbox({ ...options, port: Number(port) })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    console.error(`Something else is listening at port ${port}: the sandbox takes a free one.`)
    return startSandbox(options)
  }
}

const sandbox = await start().catch((error: NodeJS.ErrnoException) => {
  if (error.path === undefined) throw error
  console.error(`${error.path} cannot be written (${error.code}): set DATA_DIR to a folder that can.`)
  return process.exit(78)
})
console.info(`The partners are at ${origin ?? sandbox.origin}, listening at ${sandbox.origin}`)

const close = () => void sandbox.close()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, close)
// The parent process ended.
process.once('disconnect', close)
process.send?.({ origin: sandbox.origin })
process.channel?.unref()
