/**
 * Sockets to a database whose host may vanish without a word, in a failover for one: the system would go on sending for a
 * quarter of an hour, and whoever waits for an answer with it.
 */
import { Socket } from 'node:net'

/**
 * For pg's `stream`: sockets that close after so many milliseconds in which nothing came and nothing went. A session that
 * lies idle as long is closed as well: that is for pools, which end idle ones sooner, and for who asks now and then.
 */
export const socketWithIdleTimeout = (silenceMs: number) => (): Socket => {
  const socket = new Socket()
  socket.setTimeout(silenceMs, () =>
    socket.destroy(new Error(`the database has been silent for ${silenceMs / 1000} s`)),
  )
  return socket
}
