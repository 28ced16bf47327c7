/**
 * Sockets with an idle timeout, for connections to a database whose host can vanish silently, for example in
 * a failover. Without it the operating system would retransmit for about 15 minutes while callers wait.
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
