/** Child process of `npm start`: starts a database unless DATABASE_URL is set, migrates it, and sends its URL to the parent. */
import { resolve } from 'node:path'
import { openDatabase } from '#db/client.ts'
import { migrate } from '#db/migrate.ts'
import { describeStartupError } from '#server/lib/startup-errors.ts'
import { startPostgres } from './postgres.ts'

const cannotStart = 78
/** Longer than a server takes to shut down. */
const serverLeavesWithinMs = 60_000

// Ctrl-C reaches all processes of a terminal, and the database must outlive the server.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

async function start(): Promise<void> {
  const externalUrl = process.env.DATABASE_URL?.trim()
  const postgres = externalUrl ? null : await startPostgres(resolve(process.env.DATA_DIR?.trim() || './var'))
  const url = externalUrl || (postgres?.url ?? '')
  const directUrl = (externalUrl && process.env.DATABASE_DIRECT_URL?.trim()) || url
  const stop = (waitMs?: number) => void postgres?.stop(waitMs).then(() => process.exit(0))
  try {
    const options = { max: 1, isUnlimited: true, onError: () => undefined }
    const database = await openDatabase({ url: directUrl }, options)
    try {
      await migrate(database.connection)
    } finally {
      await database.close()
    }
  } catch (error) {
    await postgres?.stop()
    throw error
  }
  // The parent may have ended while the database started: no other process would stop it.
  if (!process.connected) return stop()
  process.send?.({ url })
  if (!postgres) return process.disconnect?.()
  const onParentKilled = () => stop(serverLeavesWithinMs)
  process.once('disconnect', onParentKilled)
  process.once('message', () => {
    process.off('disconnect', onParentKilled)
    stop()
  })
}

start().catch((error: unknown) => {
  const sentence = describeStartupError(error)
  console.error(sentence ?? error)
  process.exit(sentence === null ? 1 : cannotStart)
})
