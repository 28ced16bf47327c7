/**
 * The entry point of the sandbox as its own process, for several nodes that share partners:
 * deploy/compose.yaml starts it. A single node starts its own sandbox (server/partners/adapters.ts).
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startSandbox } from './server.ts'

const { host, port, origin, folder } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8081' },
    /** Where browsers find it, when that is not where it listens. */
    origin: { type: 'string' },
    folder: { type: 'string', default: 'var' },
  },
}).values

const sandbox = await startSandbox({
  host,
  port: Number(port),
  ...(origin === undefined ? {} : { publicOrigin: origin }),
  cardDir: join(folder, 'card-sessions'),
  now: () => new Date(),
})
console.info(`The partners are at ${origin ?? sandbox.origin}, listening at ${sandbox.origin}`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void sandbox.close())
