/**
 * Sockets with an idle timeout, for connections to a database whose host can vanish silently, for example in
 * a failover. Without it the operating system would retransmit for about 15 minutes while callers wait.
 */
import { Socket } from 'node:net'

/**
 * For pg's `stream`: sockets that close after this many milliseconds without traffic. They also close an idle
 * session, so they suit pools, which end idle sessions sooner, and occasional users. `onSilence` is told of each.
 */
export const socketWithIdleTimeout =
  (silenceMs: number, onSilence: () => void = () => undefined) =>
  (): Socket => {
    const socket = new Socket()
    socket.setTimeout(silenceMs, () => {
      onSilence()
      socket.destroy(new Error(`the database has been silent for ${silenceMs / 1000} s`))
    })
    return socket
  }
