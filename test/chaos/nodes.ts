/** Nodes that are killed and restarted, and a proxy in front of them, for chaos runs. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { listenLocally } from '#test/local-ports.ts'
import { type Node, startNode } from '#test/node-process.ts'
import type { SeededRandom } from './seeded-random.ts'

export type RestartingNode = ReturnType<typeof startRestartingNode>

/** Starts a process, and restarts it whenever it ends, as a supervisor does. */
export function startRestartingNode(environment: Readonly<Record<string, string>>) {
  let node: Node | null = null
  let upSince = 0
  let startMs = 0
  let over = false
  const running = (async () => {
    while (!over) {
      const from = performance.now()
      try {
        node = await startNode(environment, { quiet: true, entry: 'test/chaos/node.ts' })
        upSince = performance.now()
        startMs = upSince - from
        // It was stopped during its start.
        if (over) await node.stop('SIGKILL')
        await node.ended
      } catch {
        // The start failed because the database was down.
        await delay(100)
      }
      node = null
    }
  })()
  return {
    origin: () => node?.origin ?? null,
    /** Time since the start in milliseconds; 0 while the node is down. */
    upForMs: () => (node ? performance.now() - upSince : 0),
    /** The duration of the last start. */
    startMs: () => startMs,
    /** Sends SIGKILL; false if the node is down. */
    kill() {
      if (!node) return false
      process.kill(node.pid, 'SIGKILL')
      node = null
      return true
    },
    async stop() {
      over = true
      await node?.stop('SIGKILL')
      await running
    },
  }
}

export type ChaosProxy = Awaited<ReturnType<typeof openChaosProxy>>

const longestMs = 120_000

/**
 * Sends each request to a random node, alive or not; partners' webhooks arrive late, several times, or never.
 * @param copies the delay of each copy of a webhook in milliseconds; an empty list loses the webhook
 */
export async function openChaosProxy(
  nodes: readonly RestartingNode[],
  random: SeededRandom,
  copies: () => readonly number[],
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const late = new Set<NodeJS.Timeout>()
  let hung = 0

  function pass(
    { method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
    body: Buffer,
    answer: (status: number, from?: IncomingMessage) => void,
  ): void {
    const origin = random.pick(nodes).origin()
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

  function forwardWebhook(incoming: IncomingMessage, body: Buffer): void {
    for (const ms of copies()) {
      const timer = setTimeout(() => {
        late.delete(timer)
        pass(incoming, body, (_, got) => got?.resume())
      }, ms)
      late.add(timer)
    }
  }

  function serve(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void {
    if (incoming.url?.startsWith('/edge/notices/')) {
      forwardWebhook(incoming, body)
      outgoing.writeHead(200).end()
      return
    }
    pass(incoming, body, (status, got) => {
      if (outgoing.headersSent || outgoing.destroyed) return void outgoing.destroy()
      // The node died during the request, so the connection ends too.
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
  const port = await listenLocally(server)
  return {
    // The nodes find their brand by this name.
    origin: `http://localhost:${port}`,
    /** The number of requests without a response within two minutes. */
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
