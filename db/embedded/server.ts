/**
 * The embedded PostgreSQL 18 server, used when no database is configured: a child process that outlives its
 * parent and listens only on a private Unix socket. It is started or joined, watched, and stopped when no
 * process needs it. db/client.ts depends on this: a kill at any moment leaves complete data and a server
 * that can be joined or started.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { type ChoiceOptions, chooseAccount } from './choose-account.ts'
import {
  createStagingDirectory,
  type DataDirectory,
  dataDirectoryAt,
  exists,
  initialise,
  port,
  prepareSocketDirectory,
  rewriteStalePid,
  superuser,
  writeSettings,
} from './files.ts'
import { connectToServer, isOnlySession, launchServer, type ServerHandle, shutDown } from './process.ts'
import { withStartLock } from './start-lock.ts'

export { EmbeddedUnavailableError } from './choose-account.ts'

/** `host` is the socket's directory. No password: who may enter the directory may connect. */
export interface EmbeddedConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

export interface EmbeddedServer {
  readonly connection: EmbeddedConnection
  /** Close your own pools first. The server goes on while another process is connected; the last to leave stops it. */
  stop(): Promise<void>
}

export interface EmbeddedOptions extends ChoiceOptions {
  /** Default true. False is for tests: fast, and a power cut may spoil the data. */
  readonly fsync?: boolean
  /** Told when a lost server cannot be brought back yet; it is tried again every second. */
  readonly onError?: (error: unknown) => void
}

const startWithinMs = 15_000

/**
 * Starts or joins the server whose data are under `dataDir`, which is made when missing. Throws EmbeddedUnavailableError
 * where this machine cannot run one, Error where it should and does not.
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  const place = await dataDirectoryAt(dataDir)
  let stopped: Promise<void> | undefined
  let recovering: Promise<void> | undefined

  const join = () => withStartLock(place.lock, () => joinOrStart(place, options))
  let presence = await join()

  const recover = async () => {
    while (stopped === undefined) {
      try {
        presence = await join()
        watch()
        return
      } catch (error) {
        options.onError?.(error)
        await delay(1_000, undefined, { ref: false })
      }
    }
  }
  const watch = () => {
    void presence.lost.then(() => {
      recovering = recover()
    })
  }
  watch()

  const stop = async () => {
    await recovering
    await withStartLock(place.lock, async () => {
      const last = await isOnlySession(presence).catch(() => false)
      await presence.client.end()
      if (last) await shutDown(place)
    })
  }
  return {
    connection: { host: presence.client.host, port, user: superuser, database: superuser },
    stop() {
      stopped ??= Promise.resolve().then(stop)
      return stopped
    },
  }
}

async function joinOrStart(place: DataDirectory, options: EmbeddedOptions): Promise<ServerHandle> {
  const running = await connectToServer(place)
  if (running !== undefined) return running
  const fsync = options.fsync ?? true
  const directory = (await exists(place.data)) ? place.data : await createStagingDirectory(place)
  const choice = await chooseAccount(place, directory, options)
  if (directory !== place.data) await initialise(place, choice, directory, fsync)
  await prepareSocketDirectory(place, choice.account)
  await writeSettings(place, choice.account, fsync)

  // What a killed server left running needs a moment to end before another may have the data.
  const giveUpAt = Date.now() + startWithinMs
  for (;;) {
    await rewriteStalePid(place, choice.account)
    const presence = await launchServer(place, choice)
    if (presence !== undefined) return presence
    if (Date.now() > giveUpAt) throw new Error(`The embedded database does not start: ${place.log} says why.`)
    await delay(100)
  }
}
