/** Starts and replaces the two nodes of the failover test, behind haproxy with deploy/haproxy.cfg. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from '#test/local-ports.ts'
import { type Node, startNode, startSandboxFor } from '#test/node-process.ts'
import { waitUntil } from '#test/wait-until.ts'
import type { Cluster } from './cluster.ts'
import { type FailoverRun, startProcess } from './processes.ts'

export type Nodes = Awaited<ReturnType<typeof startNodes>>

interface WatchedNode extends Node {
  isStopping: boolean
}

/** haproxy needs three failed checks, two seconds apart, to leave a node out. */
const drainSeconds = '8'

export async function startNodes(run: FailoverRun, cluster: Pick<Cluster, 'pooledUrl' | 'directUrl'>) {
  const { folder, opened } = run
  const dataDir = join(folder, 'var')
  await mkdir(dataDir)
  const sandbox = await startSandboxFor(dataDir)
  opened.defer(() => sandbox.close())
  const [port = 0, ...nodePorts] = await freePorts(3)
  let lost = 0
  const start = async (nodePort: number): Promise<WatchedNode> => {
    const node = await startNode(
      {
        DATABASE_URL: cluster.pooledUrl,
        DATABASE_DIRECT_URL: cluster.directUrl,
        DATA_DIR: dataDir,
        SANDBOX_URL: sandbox.origin,
        PORT: String(nodePort),
        DRAIN_SECONDS: drainSeconds,
        LIMIT_FACTOR: '100000',
      },
      { quiet: true },
    )
    const watched = { ...node, isStopping: false }
    opened.defer(() => stop(watched))
    void node.ended.then(() => {
      if (!watched.isStopping) lost += 1
    })
    return watched
  }
  const stop = (node: WatchedNode) => {
    node.isStopping = true
    return node.stop()
  }
  const nodes: WatchedNode[] = []
  for (const nodePort of nodePorts) nodes.push(await start(nodePort))
  const text = await readFile(join('deploy', 'haproxy.cfg'), 'utf8')
  const file = join(folder, 'haproxy-nodes.cfg')
  await writeFile(
    file,
    nodePorts
      .reduce(
        (changed, nodePort, index) => changed.replace(`node-${index + 1}:8080`, `127.0.0.1:${nodePort}`),
        text,
      )
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      // Each connection takes two open files, and a test machine allows fewer.
      .replace('maxconn 16384', 'maxconn 2000')
      // All customers come from one address.
      .replace('gt 1000', 'gt 1000000')
      .replace('gt 400', 'gt 2000')
      // Sticky sessions would send all customers of this machine to one node.
      .replace(/^ *balance source\n *hash-type consistent\n/m, '  balance roundrobin\n'),
  )
  startProcess(run, 'haproxy-nodes', ['haproxy', '-db', '-f', file])
  const origin = `http://localhost:${port}`
  const isServed = async () => (await fetch(`${origin}/ready`)).ok
  await waitUntil('haproxy serves the nodes', isServed)
  return {
    /** With the host name by which the nodes find their brand. */
    origin,
    /** Replaces one node after the other, as a release does. */
    async roll() {
      for (const [index, nodePort] of nodePorts.entries()) {
        const node = nodes[index]
        if (node) await stop(node)
        nodes[index] = await start(nodePort)
        await waitUntil(
          'the new node is ready',
          async () => (await fetch(`http://localhost:${nodePort}/ready`)).ok,
        )
        // Waits until haproxy knows that it is ready.
        await delay(5_000)
      }
    },
    /** The number of nodes that ended unexpectedly. */
    lost: () => lost,
  }
}
