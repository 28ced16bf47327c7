/** The CPU of a validated call, relative to node:http alone. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createClient } from '#test/client.ts'
import { type Node, threadsCpuMsOf } from '#test/node-process.ts'
import { serverMemoryEnvironment, serverNodeFlags } from '../../scripts/server-node-flags.mjs'
import type { Figure } from '../figures/figure-store.ts'
import { closedLoop } from './closed-loop.ts'
import { customers, withoutDatabase } from './customers.ts'
import { type BenchEnvironment, minimalEnvironment } from './environment.ts'
import { interleaved } from './statistics.ts'

const rounds = 5
const callsARound = 12_000
/** A node runs for days, so V8 has compiled what is called often; before that, a call costs half as much again. */
const roundsToWarm = 5
/** In production, a captcha's token of some 2 KB is part of the body. */
const bodyBytes = 4_096
const mostRatio = 3.5

/**
 * CPU of the process that answers, so that other load on the machine does not count. The generator stays awake: on a
 * virtual machine, waking its processor for each answer would double the cost.
 */
async function cpuACallUs(pid: number, work: () => Promise<number>): Promise<number> {
  let isOver = false
  const stayAwake = () => {
    if (!isOver) setImmediate(stayAwake)
  }
  stayAwake()
  const before = await threadsCpuMsOf(pid)
  const calls = await work().finally(() => {
    isOver = true
  })
  const used = [...(await threadsCpuMsOf(pid))].map(([thread, ms]) => ms - (before.get(thread) ?? 0))
  return (used.reduce((sum, ms) => sum + ms, 0) * 1_000) / calls
}

/** With the flags of a node, because the heap size changes the garbage collection. */
async function rawServer() {
  const raw = fork(join(import.meta.dirname, 'raw-server.ts'), {
    execArgv: [...serverNodeFlags],
    env: { ...serverMemoryEnvironment, PATH: process.env.PATH },
  })
  const [port] = (await once(raw, 'message')) as [number]
  return { pid: raw.pid ?? 0, origin: `http://127.0.0.1:${port}`, stop: () => raw.disconnect() }
}

export async function callFigures(environment: BenchEnvironment): Promise<Figure[]> {
  const raw = await rawServer()
  const node = await environment.node(minimalEnvironment)
  const { load, sentBytes } = await loadWithoutDatabase(node)
  for (let round = 0; round < roundsToWarm; round += 1) await load(node.origin)()
  await load(raw.origin)()
  const found = await interleaved(
    rounds,
    () => cpuACallUs(node.pid, load(node.origin)),
    () => cpuACallUs(raw.pid, load(raw.origin)),
  )
  // A running node would take jobs from the nodes that are measured next.
  await node.stop()
  raw.stop()
  return [
    {
      name: 'CPU of a validated call without database',
      measured: `${found.measured.toFixed(0)} µs`,
      floor: `${found.floor.toFixed(0)} µs raw node:http; both are sent ${sentBytes} bytes`,
      ratio: found.ratio,
      reach: `≤ ${mostRatio} (rounds ${found.spread})`,
      holds: found.ratio <= mostRatio,
    },
  ]
}

/** Eight clients of one customer, and the size of a request's body. */
async function loadWithoutDatabase(node: Node) {
  const [customer] = await customers(node.origin, 1)
  if (!customer) throw new Error('no customer')
  // The token of a client without cookies works alone, without the database.
  const plain = createClient(node.origin, { keepsCookies: false })
  const login = await plain.call('login', {
    body: { user_id: customer.quote.id, password: customer.quote.token },
  })
  const call = withoutDatabase(customer, login.ok().JWT, bodyBytes)
  const calls = Array.from({ length: 8 }, () => [call])
  return {
    sentBytes: Buffer.byteLength(call.body ?? ''),
    load: (origin: string) => async () => (await closedLoop(origin, calls, { amount: callsARound })).answered,
  }
}
