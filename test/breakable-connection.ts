/** A proxy to a database for tests: it can drop all traffic (a host vanishes) or close connections (a host stops). */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'

export type BreakableConnection = Awaited<ReturnType<typeof breakableConnectionTo>>

export async function breakableConnectionTo(databaseUrl: string) {
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
  /** Closes all connections and refuses new ones. */
  const cut = async () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    if (server.listening) await new Promise(resolve => server.close(resolve))
  }
  return {
    /** The database's URL through the proxy. */
    url: `postgres://${user}@127.0.0.1:${own}/${database}`,
    /** True if a connection is open. */
    isUsed: () => sockets.size > 0,
    /** Drops all traffic without closing connections. */
    swallow(lost: boolean) {
      isLost = lost
    },
    cut,
    mend: () => listen(own),
    close: cut,
  }
}
