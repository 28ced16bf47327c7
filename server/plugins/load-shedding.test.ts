/** Tests of load shedding: the concurrency caps, bursts, Retry-After, and slow clients that hold no slot. */
import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '#test/test-app.ts'
import { installEarlyRejection } from './early-rejection.ts'
import {
  type ConcurrencyCaps,
  createLoadShedding,
  type LoadShedding,
  priorityClassOf,
} from './load-shedding.ts'

let app: FastifyInstance
let admission: LoadShedding
let origin: string
let gate: PromiseWithResolvers<void>
let partner: PromiseWithResolvers<void>
let sockets: Socket[]
let time: number
/** How often the large answer was handed over. */
let fetched = 0

/** More than a kernel takes for a reader who does not read. */
const large = Buffer.alloc(24 * 1024 * 1024)

beforeEach(() => open({ normal: 2, burst: 2, heldUp: 2, critical: 2 }))

/** @param ageMs of the node; by then one is warm unless said. */
async function open(caps: Omit<ConcurrencyCaps, 'slow'>, ageMs = 60_000): Promise<void> {
  app = Fastify({ bodyLimit: 1_000_000 })
  time = 0
  admission = createLoadShedding(
    { ...caps, slow: 5 },
    () => 0.99,
    () => time,
  )
  time = ageMs
  gate = Promise.withResolvers()
  partner = Promise.withResolvers()
  sockets = []
  admission.guard(app)
  const held = async () => {
    await gate.promise
    return 'done'
  }
  app.get('/quick', () => 'done')
  app.get('/page', () => 'a page'.padEnd(5_000))
  app.get('/large', () => {
    fetched += 1
    return large
  })
  app.get('/held', held)
  app.post('/held', held)
  app.get('/asks-a-partner', () =>
    admission.releaseWhileWaiting(async () => {
      await partner.promise
      return 'done'
    }),
  )
  app.get('/cc-payment-success', held)
  app.get('/health', () => 'lives')
  installEarlyRejection(app.server, admission, { 'x-content-type-options': 'nosniff' }, (_request, path) =>
    path.startsWith('/at-hand')
      ? {
          headers: { 'content-type': 'text/html' },
          body: path === '/at-hand' ? Buffer.from('a page') : large,
        }
      : null,
  )
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
}

afterEach(async () => {
  gate.resolve()
  partner.resolve()
  for (const socket of sockets) socket.destroy()
  await app.close()
})

/** Requests that stay in flight until the gate opens. */
async function hold(count: number, path = '/held'): Promise<Promise<Response>[]> {
  const kind = priorityClassOf(path) ?? 'rest'
  const before = admission.inFlight(kind)
  const waiting = Array.from({ length: count }, () => fetch(`${origin}${path}`))
  await eventually(async () => admission.inFlight(kind) === before + count)
  return waiting
}

/** A client that says only so much, and what it has heard; or one that does not listen. */
function half(text: string, listens = true): { heard: () => string; socket: Socket } {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  let heard = ''
  if (listens)
    socket.on('data', chunk => {
      heard += chunk
    })
  else socket.pause()
  socket.on('error', () => {})
  socket.write(text)
  return { heard: () => heard, socket }
}

const upload =
  'POST /held HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n'

describe('priority classes', () => {
  it.each([
    ['/edge/vero/quote/bind', 'first'],
    ['/edge/vero/payment/create', 'first'],
    ['/edge/notices/card/:token', 'first'],
    ['/cc-payment-success', 'first'],
    ['/health', null],
    ['/ready', null],
    ['/edge/vero/payment/policy/retrieve', 'rest'],
    ['/edge/vero/payment/retry', 'rest'],
    ['/edge/vero/document/retrieve', 'rest'],
    ['/edge/vero/quote/amend', 'rest'],
    ['/assets/*', 'rest'],
    [undefined, 'rest'],
  ] as const)('%s is of the class %s', (route, expected) => {
    expect(priorityClassOf(route)).toBe(expected)
  })
})

describe('a node at capacity', () => {
  it('[EDGE-17] refuses with 503, a problem and a randomised Retry-After, and serves again once there is room', async () => {
    const waiting = await hold(2)
    const refused = await fetch(`${origin}/quick`)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('content-type')).toBe('application/problem+json')
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await refused.json()).toMatchObject({ code: 'OVERLOADED', status: 503 })
    expect(admission.shed('rest')).toBe(1)
    gate.resolve()
    for (const response of await Promise.all(waiting)) expect(response.status).toBe(200)
    await eventually(async () => admission.inFlight('rest') === 0)
    expect((await fetch(`${origin}/quick`)).status).toBe(200)
  })

  it('[EDGE-17] serves static files from memory, and counts them neither as refused nor as in progress', async () => {
    expect((await fetch(`${origin}/at-hand`)).status).toBe(404)
    void (await hold(2))
    const given = await fetch(`${origin}/at-hand`)
    expect([given.status, await given.text()]).toEqual([200, 'a page'])
    expect(given.headers.get('x-content-type-options')).toBe('nosniff')
    expect([admission.staticFallbacks(), admission.shed('rest'), admission.inFlight('rest')]).toEqual([
      1, 0, 2,
    ])
  })

  it('still admits purchases, up to their own cap', async () => {
    void (await hold(2))
    const paid = await hold(2, '/cc-payment-success')
    expect((await fetch(`${origin}/cc-payment-success`)).status).toBe(503)
    gate.resolve()
    for (const response of await Promise.all(paid)) expect(response.status).toBe(200)
  })

  it('[EDGE-17] passes health checks with both classes full, so that a flood does not restart healthy nodes', async () => {
    void (await hold(2))
    void (await hold(2, '/cc-payment-success'))
    expect((await fetch(`${origin}/health`)).status).toBe(200)
  })

  it('responds before it has read the body', async () => {
    void (await hold(2))
    const { heard } = half(upload)
    await eventually(async () => heard().includes('OVERLOADED'))
    expect(heard()).toMatch(/^HTTP\/1\.1 503 /)
  })

  it('shows a page that reloads itself if a page was requested', async () => {
    void (await hold(2))
    const page = await fetch(`${origin}/quick`, { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('refresh'), page.headers.get('retry-after')]).toEqual([
      503,
      '5',
      '5',
    ])
    expect(await page.text()).toContain('very busy')
  })
})

/** Opens the gate for those, and shuts it for the next. */
async function answered(waiting: readonly Promise<Response>[]): Promise<void> {
  gate.resolve()
  for (const response of await Promise.all(waiting)) expect(response.status).toBe(200)
  await eventually(async () => admission.inFlight('rest') === 0)
  gate = Promise.withResolvers()
}

/** The node is one that was full until now, and for longer than it may be held up. */
async function beFull(): Promise<void> {
  const waiting = await hold(4)
  time += 5_001
  await answered(waiting)
}

describe('a burst', () => {
  beforeEach(async () => {
    await app.close()
    await open({ normal: 4, burst: 6, heldUp: 5, critical: 2 })
  })

  it('[EDGE-17] gets more slots than a sustained load, up to a cap', async () => {
    const waiting = await hold(6)
    expect((await fetch(`${origin}/quick`)).status).toBe(503)
    await answered(waiting)
  })

  it('[EDGE-17] counts only requests that cost work: static files are served meanwhile and take no slot', async () => {
    const waiting = await hold(4)
    expect((await fetch(`${origin}/at-hand`)).status).toBe(200)
    expect([admission.staticFallbacks(), admission.inFlight('rest')]).toEqual([1, 4])
    await answered(waiting)
  })

  it('[EDGE-17] ends after 250 ms on a node that was full a moment ago', async () => {
    await beFull()
    time += 2_000
    const waiting = await hold(4)
    time += 250
    waiting.push(...(await hold(1)))
    time += 1
    expect((await fetch(`${origin}/quick`)).status).toBe(503)
    await answered(waiting)
  })

  it('[EDGE-17] lasts five seconds on a node that had room for two seconds before: it is held up, not overloaded', async () => {
    await beFull()
    time += 2_001
    const waiting = await hold(4)
    time += 4_999
    waiting.push(...(await hold(1)))
    // Fewer than in a burst: of what comes for so long none is to wait for all.
    expect((await fetch(`${origin}/quick`)).status).toBe(503)
    await answered(waiting)
    // However long it was full, it has had no room meanwhile.
    const full = await hold(4)
    time += 251
    expect((await fetch(`${origin}/quick`)).status).toBe(503)
    await answered(full)
  })

  it('[EDGE-17] lasts for the first five seconds of a node, which is still warming up', async () => {
    await app.close()
    await open({ normal: 4, burst: 6, heldUp: 5, critical: 2 }, 1_000)
    const waiting = await hold(4)
    time = 5_000
    waiting.push(...(await hold(1)))
    time += 1
    expect((await fetch(`${origin}/quick`)).status).toBe(503)
    await answered(waiting)
  })

  it('[EDGE-17] can occur again once at most a quarter of the slots are taken', async () => {
    await beFull()
    const waiting = await hold(2)
    time += 1_000
    waiting.push(...(await hold(2)))
    expect((await fetch(`${origin}/quick`)).status).toBe(503)
    await answered(waiting)
    await answered(await hold(6))
  })
})

describe('a slot', () => {
  it('is not held by a client whose body does not arrive', async () => {
    for (let sender = 0; sender < 5; sender += 1) half(upload)
    await eventually(async () => (await connections()) === 5)
    expect((await fetch(`${origin}/quick`)).status).toBe(200)
    expect(admission.inFlight('rest')).toBe(0)
  })

  it('is not freed by a disconnect, because the work continues', async () => {
    const first = half('GET /held HTTP/1.1\r\nHost: x\r\n\r\n')
    const second = half('GET /held HTTP/1.1\r\nHost: x\r\n\r\n')
    await eventually(async () => admission.inFlight('rest') === 2)
    first.socket.destroy()
    second.socket.destroy()
    await eventually(async () => (await connections()) === 0)
    expect((await fetch(`${origin}/quick`)).status).toBe(503)
    gate.resolve()
    await eventually(async () => admission.inFlight('rest') === 0)
  })

  it('[EDGE-17] is freed once the response is handed over, whether or not the client reads it', async () => {
    for (let reader = 0; reader < 3; reader += 1) half(ask('/large'), false)
    await eventually(async () => (await connections()) === 3)
    await eventually(async () => admission.inFlight('rest') === 0)
    expect((await fetch(`${origin}/quick`)).status).toBe(200)
    expect(admission.shed('rest')).toBe(0)
  })

  it('[EDGE-17] is not given to a pipelined request: the connection is closed, and the first request completes', async () => {
    const eager = half(`${ask('/held')}${ask('/held')}${ask('/quick')}`)
    await eventually(async () => eager.socket.destroyed)
    expect([eager.heard(), admission.inFlight('rest')]).toEqual(['', 1])
    gate.resolve()
    await eventually(async () => admission.inFlight('rest') === 0)
  })

  it('is free for others while its request waits for a partner, and is taken again afterwards', async () => {
    const asking = [fetch(`${origin}/asks-a-partner`), fetch(`${origin}/asks-a-partner`)]
    await eventually(async () => (await connections()) === 2)
    await eventually(async () => admission.inFlight('rest') === 0)
    expect((await fetch(`${origin}/quick`)).status).toBe(200)
    partner.resolve()
    for (const response of await Promise.all(asking)) expect(response.status).toBe(200)
    await eventually(async () => admission.inFlight('rest') === 0)
  })
})

describe('a slow client', () => {
  const unread = async () => {
    const before = fetched
    const reader = half(ask('/large'), false)
    await eventually(async () => fetched > before)
    return reader
  }

  /** Who does not read hears it when they write again. */
  const isGone = ({ socket }: { socket: Socket }) => {
    if (!socket.destroyed) socket.write('x')
    return socket.destroyed
  }

  it('[EDGE-17] loses the connection when more than five clients do not read their responses', async () => {
    const first = await unread()
    for (let more = 0; more < 5; more += 1) await unread()
    await eventually(async () => (await connections()) === 5)
    await eventually(async () => isGone(first))
  })

  it('[EDGE-17] loses the connection after 30 seconds, once another client is served', async () => {
    const reader = await unread()
    const visitor = half(ask('/quick'))
    await eventually(async () => visitor.heard().endsWith('done'))
    time += 30_000
    visitor.socket.write(ask('/page'))
    await eventually(async () => visitor.heard().includes('a page'))
    expect(await connections()).toBe(2)
    time += 1
    visitor.socket.write(ask('/page'))
    await eventually(async () => isGone(reader))
    expect(await connections()).toBe(1)
  })

  it('[EDGE-17] loses the connection also with a static file of a node at capacity', async () => {
    void (await hold(2))
    const held = await connections()
    for (let reader = 0; reader < 7; reader += 1) half(ask('/at-hand-large'), false)
    await eventually(async () => admission.staticFallbacks() === 7)
    await eventually(async () => (await connections()) === held + 5)
  })

  it('[EDGE-17] loses the connection when more than five bodies are still arriving', async () => {
    for (let sender = 0; sender < 8; sender += 1) half(upload)
    await eventually(async () => (await connections()) === 5)
    const sent = await fetch(`${origin}/quick`, { method: 'POST', body: '{}' })
    expect([sent.status, await connections()]).toEqual([404, 5])
  })

  it('[EDGE-17] keeps the connection when done: complete bodies and fetched responses are no longer counted', async () => {
    gate.resolve()
    const body = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
    for (let visitor = 0; visitor < 8; visitor += 1) {
      const { heard, socket } = half(`POST /held HTTP/1.1\r\nHost: x\r\n${body}`)
      await eventually(async () => heard().endsWith('done'))
      socket.write(ask('/page'))
      await eventually(async () => heard().endsWith('   '))
    }
    expect(await connections()).toBe(8)
  })

  it('[EDGE-17] must declare the length of a body', async () => {
    const { heard, socket } = half('POST /held HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
    await eventually(async () => socket.destroyed)
    expect(heard()).toMatch(/^HTTP\/1\.1 411 /)
  })
})

const ask = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

const connections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
