/**
 * Proxy to a database that can drop all traffic, as when a host vanishes, or close connections, as when it
 * stops.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'

export interface BreakableConnection {
  /** The database by this way. */
  readonly url: string
  /** Whether anybody is on it. */
  isUsed(): boolean
  /** Nothing is refused or ended, and nothing comes. */
  swallow(lost: boolean): void
  /** Whoever is on it is thrown off, whoever comes is refused. */
  cut(): Promise<void>
  mend(): Promise<void>
  close(): Promise<void>
}

export async function breakableConnectionTo(databaseUrl: string): Promise<BreakableConnection> {
  const { host, port, user, database } = new pg.Client(databaseUrl)
  const to = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const sockets = new Set<Socket>()
  let isLost = false
  const server = createServer(near => {
    const far = connect(to)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('data', bytes => isLost || other.write(bytes))
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
  })
  const listen = (at: number) => new Promise<void>(resolve => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const own = (server.address() as AddressInfo).port
  const cut = async () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    if (server.listening) await new Promise(resolve => server.close(resolve))
  }
  return {
    url: `postgres://${user}@127.0.0.1:${own}/${database}`,
    isUsed: () => sockets.size > 0,
    swallow(lost) {
      isLost = lost
    },
    cut,
    mend: () => listen(own),
    close: cut,
  }
}
