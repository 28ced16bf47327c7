/**
 * Raw HTTP client of the load tests: connections to one node that send prepared requests and read only the
 * needed part of a response. A library client costs five times the CPU (undici 280 µs a request, this 58),
 * which would take CPU from the node and the database.
 */
import { connect, type Socket } from 'node:net'

export interface RawResponse {
  /** 0 where the connection ended, or nothing had come in time. */
  readonly status: number
  readonly head: string
  /** As latin1: a load looks for words of ours, which are plain. */
  readonly body: string
}

export interface Connections {
  /** Each request gets one answer, within `giveUpMs`, the wait for a free connection included. */
  send(request: Buffer, answered: (received: RawResponse) => void): void
  close(): void
}

interface PendingRequest {
  readonly request: Buffer
  readonly end: (received: RawResponse) => void
  isOver: boolean
  /** Ends the connection it is under way on. */
  cut: (() => void) | null
}

const nothing: RawResponse = { status: 0, head: '', body: '' }

/**
 * Opens this many connections before anything is sent, as a load balancer does: a busy node accepts one new connection a turn
 * of its event loop. A request that finds no free connection waits here.
 */
export async function openConnections(
  origin: string,
  { count, giveUpMs }: { count: number; giveUpMs: number },
): Promise<Connections> {
  const { hostname: host, port } = new URL(origin)
  const free: Connection[] = []
  const all = new Set<Connection>()
  const waiting: PendingRequest[] = []

  const firstWaiting = (): PendingRequest | undefined => {
    let pending = waiting.shift()
    while (pending?.isOver) pending = waiting.shift()
    return pending
  }
  const open = (): Connection => {
    const connection = openConnection(
      connect({ host, port: Number(port), noDelay: true, onread: reading(() => connection) }),
      {
        isFree() {
          const pending = firstWaiting()
          if (pending) connection.send(pending)
          else free.push(connection)
        },
        isGone() {
          all.delete(connection)
          if (free.includes(connection)) free.splice(free.indexOf(connection), 1)
          const pending = firstWaiting()
          if (pending) open().send(pending)
        },
      },
    )
    all.add(connection)
    return connection
  }
  for (const connection of Array.from({ length: count }, open)) {
    await connection.isOpen
    if (all.has(connection)) free.push(connection)
  }
  return {
    send(request, answered) {
      const pending: PendingRequest = {
        request,
        isOver: false,
        cut: null,
        end(received) {
          pending.isOver = true
          clearTimeout(timer)
          answered(received)
        },
      }
      const timer = setTimeout(() => {
        pending.end(nothing)
        pending.cut?.()
      }, giveUpMs)
      // By turns: a node closes a connection that is unused for its first five seconds.
      const connection = free.shift() ?? (all.size < count ? open() : undefined)
      if (connection) connection.send(pending)
      else waiting.push(pending)
    },
    close() {
      for (const connection of all) connection.cut()
    },
  }
}

interface Connection {
  /** Also settles if it could not be opened; then it is closed. */
  readonly isOpen: Promise<void>
  send(pending: PendingRequest): void
  read(text: string): void
  cut(): void
}

/** One buffer for all reads of a connection: each read is copied out of it at once. */
const reading = (connection: () => Connection) => ({
  buffer: Buffer.allocUnsafe(65_536),
  callback(length: number, bytes: Uint8Array) {
    connection().read(Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1'))
    return true
  },
})

function openConnection(
  socket: Socket,
  { isFree, isGone }: { isFree: () => void; isGone: () => void },
): Connection {
  let pending: PendingRequest | null = null
  let text = ''
  const connection: Connection = {
    isOpen: new Promise(resolve => socket.once('connect', resolve).once('close', resolve)),
    send(one) {
      pending = one
      one.cut = connection.cut
      socket.write(one.request)
    },
    read(piece) {
      text += piece
      const received = wholeAnswer(text)
      if (received === null) return
      text = ''
      const answered = pending
      pending = null
      // The connection is freed first, because the receiver may send again at once. An unrequested answer ends it.
      if (answered === null || received.head.includes('onnection: close')) socket.destroy()
      else isFree()
      if (answered && !answered.isOver) answered.end(received)
    },
    cut: () => void socket.destroy(),
  }
  // Each failure closes the connection as well, and that is what counts.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    if (pending && !pending.isOver) pending.end(nothing)
    isGone()
  })
  return connection
}

/** Null as long as there is more to come. */
function wholeAnswer(text: string): RawResponse | null {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = text.slice(0, headEnd)
  const status = Number(head.slice(9, 12))
  const body = text.slice(headEnd + 4)
  const length = lengthIn(head)
  const isWhole =
    length !== null
      ? body.length >= length
      : !/\r\ntransfer-encoding: chunked/i.test(head) || body.endsWith('0\r\n\r\n')
  return isWhole ? { status, head, body } : null
}

/** Node writes header names with capitals, our code in small letters. One pattern for both would be slower. */
function lengthIn(head: string): number | null {
  const at = Math.max(head.indexOf('\r\ncontent-length: '), head.indexOf('\r\nContent-Length: '))
  return at < 0 ? null : Number.parseInt(head.slice(at + '\r\ncontent-length: '.length), 10)
}
