/** Nodes behind a load balancer, replaced one by one as in a rolling release, for a test and the bench. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { errorCode } from '#db/postgres-errors.ts'
import { listenLocally } from './local-ports.ts'
import { type Node, startNode, startSandboxFor } from './node-process.ts'

const checkEveryMs = 100

interface Place {
  node: Node
  ready: boolean
}

export async function startRollingNodes(
  environment: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
) {
  const sandbox = await startSandboxFor(environment.DATA_DIR)
  // A slow balancer, too, sees that a node is leaving before the node closes its connections.
  const settings = { DRAIN_SECONDS: '5', SANDBOX_URL: sandbox.origin, ...environment }
  const places: Place[] = []
  let turn = 0
  let starting = false
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })

  const join = async () => {
    places.push({ node: await startNode(settings), ready: true })
  }
  const checkReadiness = async () => {
    for (const place of places)
      place.ready = await fetch(`${place.node.origin}/ready`).then(
        answer => answer.ok,
        () => false,
      )
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, tries: number): void {
    const open = places.filter(place => place.ready)
    turn += 1
    const place = open[turn % open.length]
    if (!place || tries === 0) return void outgoing.writeHead(502).end()
    const onward = request(
      `${place.node.origin}${incoming.url}`,
      { method: incoming.method, headers: incoming.headers, agent },
      answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', error => {
      // Another node may be tried only if this one got nothing.
      if (errorCode(error) === 'ECONNREFUSED') return pass(incoming, outgoing, body, tries - 1)
      outgoing.destroy()
    })
    onward.end(body)
  }

  // Without a time limit, because a connection closed by the balancer may be in use by a request on its way.
  const balancer = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => pass(incoming, outgoing, Buffer.concat(chunks), 3))
  })

  await Promise.all([join(), join()])
  let checking = Promise.resolve()
  const timer = setInterval(() => {
    checking = checking.then(checkReadiness)
  }, checkEveryMs)
  const port = await listenLocally(balancer)

  return {
    // The nodes find their brand by this name.
    origin: `http://localhost:${port}`,
    /** Starts a new node, then stops the oldest one. */
    async replaceOldest() {
      starting = true
      await join().finally(() => {
        starting = false
      })
      const [oldest] = places
      if (!oldest) return
      await oldest.node.stop()
      places.splice(places.indexOf(oldest), 1)
    },
    /** True while a new node is starting and needs the processor. */
    isStarting: () => starting,
    async close() {
      clearInterval(timer)
      await checking
      await new Promise(resolve => {
        balancer.close(resolve)
        balancer.closeAllConnections()
      })
      agent.destroy()
      await Promise.all(places.map(place => place.node.stop()))
      await sandbox.close()
    },
  }
}
