/** Ports of this machine for the servers that tests start. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Listens at a free port; returns it. */
export async function listenLocally(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** Different ports that were free just now, for programs that cannot choose one. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  const ports = await Promise.all(servers.map(listenLocally))
  await Promise.all(servers.map(server => once(server.close(), 'close')))
  return ports
}
