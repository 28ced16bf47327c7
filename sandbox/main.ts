/**
 * The entry point of the sandbox process: `npm start` runs it beside the server, deploy/compose.yaml beside two
 * nodes, and `npm run partners` alone.
 */
import module from 'node:module'
import { parseArgs } from 'node:util'
import { insurerIdempotencies } from '#partners/insurer/port.ts'
import { sandboxFolders, startSandbox } from './server.ts'

module.enableCompileCache()

const { host, port, origin, folder, knows } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8081' },
    /** The address for browsers, if it differs from the one it listens on. */
    origin: { type: 'string' },
    folder: { type: 'string', default: 'var' },
    /** What the sandbox insurer can tell about a bind, as INSURER_KNOWS. */
    knows: { type: 'string', default: 'neither' },
  },
}).values

const options = {
  ...sandboxFolders(
    folder,
    insurerIdempotencies.find(one => one === knows),
  ),
  host,
  ...(origin === undefined ? {} : { publicOrigin: origin }),
  now: () => new Date(),
}
const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
const sandbox = await startSandbox({ ...options, port: Number(port) }).catch((error: unknown) => {
  if (!isTaken(error)) throw error
  console.info(`Something else is listening at port ${port}: the sandbox takes a free one.`)
  return startSandbox(options)
})
console.info(`The partners are at ${origin ?? sandbox.origin}, listening at ${sandbox.origin}`)

const close = () => void sandbox.close()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, close)
// The end of the process that started this one, however it ends.
process.once('disconnect', close)
process.send?.({ origin: sandbox.origin })
process.channel?.unref()
