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
  ask(request: Buffer, answered: (received: RawResponse) => void): void
  close(): void
}

interface Asked {
  readonly request: Buffer
  readonly end: (received: RawResponse) => void
  isOver: boolean
  /** Ends the connection it is under way on. */
  cut: (() => void) | null
}

const nothing: RawResponse = { status: 0, head: '', body: '' }

/**
 * So many connections, open before anything is sent, as a balancer has them: of those that come while it is busy a node
 * takes one a turn of its loop. A request that finds none free waits here.
 */
export async function openConnections(
  origin: string,
  { count, giveUpMs }: { count: number; giveUpMs: number },
): Promise<Connections> {
  const { hostname: host, port } = new URL(origin)
  const free: Wire[] = []
  const all = new Set<Wire>()
  const waiting: Asked[] = []

  const firstWaiting = (): Asked | undefined => {
    let asked = waiting.shift()
    while (asked?.isOver) asked = waiting.shift()
    return asked
  }
  const open = (): Wire => {
    const wire = wireOf(connect({ host, port: Number(port), noDelay: true, onread: reading(() => wire) }), {
      isFree() {
        const asked = firstWaiting()
        if (asked) wire.send(asked)
        else free.push(wire)
      },
      isGone() {
        all.delete(wire)
        if (free.includes(wire)) free.splice(free.indexOf(wire), 1)
        const asked = firstWaiting()
        if (asked) open().send(asked)
      },
    })
    all.add(wire)
    return wire
  }
  for (const wire of Array.from({ length: count }, open)) {
    await wire.isOpen
    if (all.has(wire)) free.push(wire)
  }
  return {
    ask(request, answered) {
      const asked: Asked = {
        request,
        isOver: false,
        cut: null,
        end(received) {
          asked.isOver = true
          clearTimeout(timer)
          answered(received)
        },
      }
      const timer = setTimeout(() => {
        asked.end(nothing)
        asked.cut?.()
      }, giveUpMs)
      // By turns: a node closes a connection over which nothing is asked for five seconds after it was opened.
      const wire = free.shift() ?? (all.size < count ? open() : undefined)
      if (wire) wire.send(asked)
      else waiting.push(asked)
    },
    close() {
      for (const wire of all) wire.cut()
    },
  }
}

interface Wire {
  /** Settles where it could not be opened, too: then it is gone. */
  readonly isOpen: Promise<void>
  send(asked: Asked): void
  read(text: string): void
  cut(): void
}

/** One piece of memory for all reads of a connection: what is read is taken out of it at once. */
const reading = (wire: () => Wire) => ({
  buffer: Buffer.allocUnsafe(65_536),
  callback(length: number, bytes: Uint8Array) {
    wire().read(Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1'))
    return true
  },
})

function wireOf(socket: Socket, { isFree, isGone }: { isFree: () => void; isGone: () => void }): Wire {
  let asked: Asked | null = null
  let text = ''
  const wire: Wire = {
    isOpen: new Promise(resolve => socket.once('connect', resolve).once('close', resolve)),
    send(one) {
      asked = one
      one.cut = wire.cut
      socket.write(one.request)
    },
    read(piece) {
      text += piece
      const received = wholeAnswer(text)
      if (received === null) return
      text = ''
      const answered = asked
      asked = null
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
    if (asked && !asked.isOver) asked.end(nothing)
    isGone()
  })
  return wire
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

/** Node writes names with capitals, ours stand as they were set. A pattern that takes both looks at every letter of the head. */
function lengthIn(head: string): number | null {
  const at = Math.max(head.indexOf('\r\ncontent-length: '), head.indexOf('\r\nContent-Length: '))
  return at < 0 ? null : Number.parseInt(head.slice(at + '\r\ncontent-length: '.length), 10)
}
