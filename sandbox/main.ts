/**
 * The sandbox as a process of its own, for several nodes that need the same partners: deploy/compose.yaml starts it.
 * A node alone starts its own (server/adapters.ts).
 */
import { join } from 'node:path'
import { startSandbox } from './server.ts'

const {
  HOST: host = '127.0.0.1',
  PORT: port = '8081',
  ORIGIN: publicOrigin,
  DATA_DIR: folder = 'var',
} = process.env

const sandbox = await startSandbox({
  host,
  port: Number(port),
  ...(publicOrigin === undefined ? {} : { publicOrigin }),
  cardDir: join(folder, 'card-sessions'),
  now: () => new Date(),
})
console.info(`The partners are at ${publicOrigin ?? sandbox.origin}, listening at ${sandbox.origin}`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void sandbox.close())
