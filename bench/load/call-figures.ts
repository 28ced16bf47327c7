/** Figures of the CPU a validated call costs a node, relative to node:http alone (decision 0064). */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createClient } from '#test/client.ts'
import { threadsCpuMsOf } from '#test/node-process.ts'
import { memoryEnvironment, nodeFlags } from '../../scripts/server-process.mjs'
import { closedLoop } from './closed-loop.ts'
import { customers, withoutDatabase } from './customers.ts'
import { type BenchEnvironment, type Environment, minimalEnvironment, type Node } from './environment.ts'
import { type Figure, interleaved } from './statistics.ts'

const rounds = 5
const callsARound = 12_000
/** A node answers for days. By then V8 has compiled all that comes often; before, it costs half as much again. */
const roundsToWarm = 5
/** What the reach was set for; in production a captcha's token of some 2 KB is part of the body. */
const wholeBodyBytes = 4_096

/**
 * CPU of the process that answers, not the time: nothing else on the machine counts. This generator is kept awake: on a
 * virtual machine each answer to one that sleeps costs as much again for waking its processor, which no customer's does.
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
  // No thread of either ends while it answers.
  const used = [...(await threadsCpuMsOf(pid))].map(([thread, ms]) => ms - (before.get(thread) ?? 0))
  return (used.reduce((sum, ms) => sum + ms, 0) * 1_000) / calls
}

/** Run as a node is: a heap of another size would be collected at other times. */
async function rawServer() {
  const raw = fork(join(import.meta.dirname, 'raw-server.ts'), {
    execArgv: [...nodeFlags],
    env: { ...memoryEnvironment, PATH: process.env.PATH },
  })
  const [port] = (await once(raw, 'message')) as [number]
  return { pid: raw.pid ?? 0, origin: `http://127.0.0.1:${port}`, stop: () => raw.disconnect() }
}

/** As a node runs when it is told nothing, with a whole body and with the call's own, and what Prometheus takes on top where a metrics port is set. */
export async function callFigures(stand: BenchEnvironment): Promise<Figure[]> {
  const raw = await rawServer()
  const against = async (environment: Environment, bodyBytes?: number) => {
    const node = await stand.node(environment)
    const { load, sentBytes } = await loadWithoutDatabase(node, bodyBytes)
    for (let round = 0; round < roundsToWarm; round += 1) await load(node.origin)()
    await load(raw.origin)()
    const found = await interleaved(
      rounds,
      () => cpuACallUs(node.pid, load(node.origin)),
      () => cpuACallUs(raw.pid, load(raw.origin)),
    )
    // Left running it would take jobs off the nodes that are measured next.
    await node.stop()
    return {
      measured: `${found.measured.toFixed(0)} µs`,
      floor: `${found.floor.toFixed(0)} µs raw node:http; both are sent ${sentBytes} bytes`,
      ratio: found.ratio,
      spread: found.spread,
    }
  }
  const { spread, ...whole } = await against(minimalEnvironment, wholeBodyBytes)
  const { spread: smallSpread, ...small } = await against(minimalEnvironment)
  const { spread: watchedSpread, ...watched } = await against({})
  raw.stop()
  return [
    {
      name: 'CPU of a validated call without database',
      ...whole,
      reach: `≤ 3 (rounds ${spread})`,
      holds: whole.ratio <= 3,
    },
    {
      name: 'the same without a captcha’s token',
      ...small,
      reach: `≤ 3 (rounds ${smallSpread})`,
      holds: small.ratio <= 3,
    },
    {
      name: 'the same with metrics for Prometheus',
      ...watched,
      reach: `stated (rounds ${watchedSpread})`,
      holds: null,
    },
  ]
}

/** Eight clients of one customer, and how much each sends. */
async function loadWithoutDatabase(node: Node, bodyBytes?: number) {
  const [customer] = await customers(node.origin, 1)
  if (!customer) throw new Error('no customer')
  // A client without cookies gets a token that works alone, and is judged without the database.
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
