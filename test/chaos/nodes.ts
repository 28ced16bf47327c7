/**
 * Nodes that are killed and restarted, and the proxy in front of them, which does not know which nodes are
 * alive.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Node, startNode } from '#test/node-process.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface RestartingNode {
  origin(): string | null
  /** 0 while it is down. */
  upForMs(): number
  /** How long its last start took. */
  startMs(): number
  /** SIGKILL; false where it is not up just now. */
  kill(): boolean
  starts(): number
  stop(): Promise<void>
}

/** A process that is started again whenever it ends, as a supervisor would. */
export function startRestartingNode(
  environment: Readonly<Record<string, string>>,
  entry?: string,
): RestartingNode {
  let node: Node | null = null
  let starts = 0
  let upSince = 0
  let startMs = 0
  let over = false
  const running = (async () => {
    while (!over) {
      const from = performance.now()
      try {
        node = await startNode(environment, { quiet: true, ...(entry === undefined ? {} : { entry }) })
        starts += 1
        upSince = performance.now()
        startMs = upSince - from
        await node.ended
      } catch {
        // It could not start: the database was away.
        await delay(100)
      }
      node = null
    }
  })()
  return {
    origin: () => node?.origin ?? null,
    upForMs: () => (node ? performance.now() - upSince : 0),
    startMs: () => startMs,
    kill() {
      if (!node) return false
      process.kill(node.pid, 'SIGKILL')
      node = null
      return true
    },
    starts: () => starts,
    async stop() {
      over = true
      await node?.stop('SIGKILL')
      while (node) await delay(20)
      await running
    },
  }
}

export interface ChaosProxy {
  readonly origin: string
  /** Requests that nobody answered within two minutes. */
  hung(): number
  close(): Promise<void>
}

interface NoticePlan {
  /** When each copy of a notice arrives, milliseconds from now; an empty list is a notice that is lost. */
  copies(): readonly number[]
}

const longestMs = 120_000

/** Every request goes to a node by lot, be it alive or not; notices of partners arrive late, several times, or never. */
export async function openChaosProxy(
  nodes: readonly RestartingNode[],
  dice: SeededRandom,
  notices: NoticePlan,
): Promise<ChaosProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const late = new Set<NodeJS.Timeout>()
  let hung = 0

  function pass(
    { method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
    body: Buffer,
    answer: (status: number, from?: IncomingMessage) => void,
  ): void {
    const origin = dice.pick(nodes).origin()
    if (!origin) {
      answer(502)
      return
    }
    const onward = request(`${origin}${url}`, { method, headers, agent, timeout: longestMs }, got =>
      answer(got.statusCode ?? 502, got),
    )
    onward.on('timeout', () => {
      hung += 1
      onward.destroy()
    })
    onward.on('error', () => answer(0))
    onward.end(body)
  }

  function notify(incoming: IncomingMessage, body: Buffer): void {
    for (const ms of notices.copies()) {
      const timer = setTimeout(() => {
        late.delete(timer)
        pass(incoming, body, (_, got) => got?.resume())
      }, ms)
      late.add(timer)
    }
  }

  function serve(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void {
    if (incoming.url?.startsWith('/edge/notices/')) {
      notify(incoming, body)
      outgoing.writeHead(200).end()
      return
    }
    pass(incoming, body, (status, got) => {
      if (outgoing.headersSent || outgoing.destroyed) return void outgoing.destroy()
      // The node died with the request in its hands: so does the connection.
      if (status === 0) return void outgoing.destroy()
      if (!got) return void outgoing.writeHead(status).end()
      outgoing.writeHead(status, got.headers)
      got.on('error', () => outgoing.destroy())
      got.pipe(outgoing)
    })
  }

  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('error', () => undefined)
    outgoing.on('error', () => undefined)
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => serve(incoming, outgoing, Buffer.concat(chunks)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    // By this name the nodes know their brand.
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    hung: () => hung,
    async close() {
      for (const timer of late) clearTimeout(timer)
      await new Promise(resolve => {
        server.close(resolve)
        server.closeAllConnections()
      })
      agent.destroy()
    },
  }
}
