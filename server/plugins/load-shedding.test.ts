/** Tests of load shedding: the caps of both classes, Retry-After, and slow clients, which take no place. */
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rawConnection } from '#test/client.ts'
import { eventually } from '#test/test-app.ts'
import { createLoadShedding, type LoadShedding, priorityClassOf } from './load-shedding.ts'

let app: FastifyInstance
let loadShedding: LoadShedding
let origin: string
let gate: PromiseWithResolvers<void>
let sockets: Socket[]

/** More than a kernel accepts for a client that does not read. */
const large = Buffer.alloc(24 * 1024 * 1024)

beforeEach(async () => {
  app = Fastify({ bodyLimit: 1_000_000 })
  loadShedding = createLoadShedding({ normal: 2, critical: 2 })
  gate = Promise.withResolvers()
  sockets = []
  loadShedding.addHooks(app)
  const held = async () => {
    await gate.promise
    return 'done'
  }
  app.get('/quick', () => 'done')
  app.get('/large', () => large)
  app.get('/held', held)
  app.post('/held', held)
  app.get('/cc-payment-success', held)
  app.get('/health', () => 'lives')
  app.get('/assets/*', () => 'a file')
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
})

afterEach(async () => {
  gate.resolve()
  for (const socket of sockets) socket.destroy()
  await app.close()
})

/** Requests that stay in flight until the gate opens. */
async function hold(count: number, path = '/held'): Promise<Promise<Response>[]> {
  const kind = priorityClassOf(path) ?? 'normal'
  const before = loadShedding.inFlight(kind)
  const waiting = Array.from({ length: count }, () => fetch(`${origin}${path}`))
  await eventually(async () => loadShedding.inFlight(kind) === before + count)
  return waiting
}

/** A client that sends only this text, and may not read. */
function half(text: string, reads = true) {
  const connection = rawConnection(origin, text, { reads })
  sockets.push(connection.socket)
  return connection
}

const upload =
  'POST /held HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n'

it.each([
  ['/edge/vero/quote/bind', 'critical'],
  ['/edge/vero/payment/create', 'critical'],
  ['/edge/notices/card/:token', 'critical'],
  ['/cc-payment-success', 'critical'],
  ['/health', null],
  ['/ready', null],
  ['/edge/vero/payment/policy/retrieve', 'normal'],
  ['/edge/vero/quote/amend', 'normal'],
  [undefined, 'normal'],
] as const)('%s is of the priority class %s', (route, expected) => {
  expect(priorityClassOf(route)).toBe(expected)
})

describe('a node at capacity', () => {
  it('[EDGE-17] refuses with 503, a problem and a randomised Retry-After, and serves again once there is room', async () => {
    const waiting = await hold(2)
    const waits = new Set<string | null>()
    for (let request = 0; request < 40; request += 1) {
      const refused = await fetch(`${origin}/quick`)
      expect(refused.headers.get('cache-control')).toBe('no-store')
      expect(await refused.json()).toMatchObject({ code: 'OVERLOADED', status: 503 })
      waits.add(refused.headers.get('retry-after'))
    }
    expect(waits.size).toBeGreaterThan(1)
    expect([...waits].join('')).toMatch(/^[1-5]+$/)
    expect(loadShedding.shed('normal')).toBe(40)
    gate.resolve()
    for (const response of await Promise.all(waiting)) expect(response.status).toBe(200)
    await eventually(async () => loadShedding.inFlight('normal') === 0)
    expect((await fetch(`${origin}/quick`)).status).toBe(200)
  })

  it('still admits purchases, up to their own cap', async () => {
    void (await hold(2))
    const paid = await hold(2, '/cc-payment-success')
    expect((await fetch(`${origin}/cc-payment-success`)).status).toBe(503)
    gate.resolve()
    for (const response of await Promise.all(paid)) expect(response.status).toBe(200)
  })

  it('[EDGE-17] passes health checks and the files of pages with both classes full', async () => {
    void (await hold(2))
    void (await hold(2, '/cc-payment-success'))
    expect((await fetch(`${origin}/health`)).status).toBe(200)
    expect((await fetch(`${origin}/assets/a.js`)).status).toBe(200)
  })

  it('responds before it has read the body', async () => {
    void (await hold(2))
    const { heard } = half(upload)
    await eventually(async () => heard().includes('OVERLOADED'))
  })

  it('shows a page that reloads itself if a page was requested', async () => {
    void (await hold(2))
    const page = await fetch(`${origin}/quick`, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(503)
    expect(page.headers.get('refresh')).toBe(page.headers.get('retry-after'))
    expect(await page.text()).toContain('very busy')
  })
})

describe('a place', () => {
  it('is not used by a client whose body does not arrive', async () => {
    for (let sender = 0; sender < 5; sender += 1) half(upload)
    await eventually(async () => (await connections()) === 5)
    await eventually(async () => loadShedding.inFlight('normal') === 0)
    expect((await fetch(`${origin}/quick`)).status).toBe(200)
  })

  it('is used once the body has arrived, if one is free', async () => {
    const { heard, socket } = half(upload.replace('900000', '2'))
    await eventually(async () => (await connections()) === 1)
    void (await hold(2))
    socket.write('{}')
    await eventually(async () => heard().includes('OVERLOADED'))
    expect(loadShedding.inFlight('normal')).toBe(2)
  })

  it('is not freed by a disconnect, because the work continues', async () => {
    const first = half(ask('/held'))
    const second = half(ask('/held'))
    await eventually(async () => loadShedding.inFlight('normal') === 2)
    first.socket.destroy()
    second.socket.destroy()
    await eventually(async () => (await connections()) === 0)
    expect((await fetch(`${origin}/quick`)).status).toBe(503)
    gate.resolve()
    await eventually(async () => loadShedding.inFlight('normal') === 0)
  })

  it('[EDGE-17] is freed once there is a response, whether or not the client reads it', async () => {
    for (let reader = 0; reader < 3; reader += 1) {
      half(ask('/large'), false)
      await eventually(async () => (await connections()) === reader + 1)
      await eventually(async () => loadShedding.inFlight('normal') === 0)
    }
    expect((await fetch(`${origin}/quick`)).status).toBe(200)
    expect(loadShedding.shed('normal')).toBe(0)
  })
})

const ask = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

const connections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
