/** Abuse tests of clients that send or read slowly: they block no one, and Node's timeouts close them. */
import { mkdir, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import type { PriorityClass } from '#server/plugins/load-shedding.ts'
import { rawConnection } from '#test/client.ts'
import { register } from '#test/purchase.ts'
import { appForFile, eventually } from '#test/test-app.ts'

/** More than a kernel buffers for a client that does not read. In production a proxy buffers (docs/runbook.md). */
const large = 24 * 1024 * 1024

const world = await appForFile({ environment: { LIMIT_FACTOR: '100', MAX_IN_FLIGHT: '2' } })
/** Number of requests that have arrived. */
let asked = 0
world.app.server.on('request', () => {
  asked += 1
})
const assets = join(world.services.config.dataDir, 'dist/client/assets')
await mkdir(assets, { recursive: true })
await writeFile(join(assets, 'large.js'), Buffer.alloc(large, 32))
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** A connection that ends with the test. */
function speak(text: string, reads: boolean) {
  const connection = rawConnection(world.origin, text, { reads })
  sockets.push(connection.socket)
  return connection
}

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')

const inFlight = (kind: PriorityClass) => world.application.loadShedding.inFlight(kind)

/** Resolves once a further request has arrived and all work is done. */
const served = (before: number) =>
  eventually(async () => asked > before && inFlight('normal') === 0 && inFlight('critical') === 0)

it('[T29] [EDGE-17] a connection that sends requests and reads no response uses no slot', async () => {
  for (const line of ['GET /assets/large.js', 'GET /cc-payment-success?id=x']) {
    const before = asked
    speak(head('GET /assets/large.js') + head(line).repeat(200), false)
    await served(before)
    await register(await world.browser())
  }
})

const chunked = ['Content-Type: application/json', 'Transfer-Encoding: chunked']

/** A body with one chunk for each part. */
const inChunks = (parts: readonly string[]) =>
  `${parts.map(part => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`

const statusOf = async (sent: ReturnType<typeof speak>) => {
  await eventually(async () => sent.socket.closed || sent.heard() !== '')
  return sent.heard().split('\r\n')[0]
}

it('[T29] [PAY-07] accepts a partner’s webhook whole or in chunks, with the same size limit', async () => {
  const plain = (size: number) =>
    world.plainClient().request('/edge/notices/card/x', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: 'x'.repeat(size) }),
    })
  expect([(await plain(1)).status, (await plain(65_536)).status]).toEqual([503, 413])
  const start = head('POST /edge/notices/card/x', ...chunked)
  const text = JSON.stringify({ sessionId: 'x'.repeat(60_000) })
  const parts = text.match(/.{1,4096}/g) ?? []
  for (const chunks of [parts, []])
    expect(await statusOf(speak(start + inChunks(chunks), true))).toBe('HTTP/1.1 503 Service Unavailable')
  const large = inChunks([text, 'x'.repeat(6_000)])
  expect(await statusOf(speak(start + large, true))).toBe('HTTP/1.1 413 Payload Too Large')
  // A length beside the chunks could smuggle a second request.
  const both = head('POST /edge/notices/card/x', ...chunked, 'Content-Length: 2')
  expect(await statusOf(speak(both + inChunks(['{}']), true))).toBe('HTTP/1.1 400 Bad Request')
})

it('[T29] [EDGE-17] does not wait for the body of an unknown path', async () => {
  const { heard } = speak(
    head('POST /edge/none', 'Content-Type: application/json', 'Content-Length: 60000'),
    true,
  )
  await eventually(async () => heard().includes('NOT_FOUND'))
})

it('[T29] [EDGE-17] six hundred endless headers and bodies time out, and a customer is served meanwhile', async () => {
  const starts = [
    'GET /vehicle HTTP/1.1\r\nHost: localhost\r\nX-A: ',
    head('POST /no-such-page', 'Content-Type: application/json', 'Content-Length: 60000'),
    head('POST /edge/notices/card/x', ...chunked),
  ]
  const senders = starts.flatMap(start =>
    Array.from({ length: 200 }, () => speak(`${start}1\r\n{\r\n`, true)),
  )
  // They go on sending, too slowly.
  const drip = setInterval(() => {
    for (const { socket } of senders) if (!socket.closed) socket.write('a')
  }, 1_000)
  onTestFinished(() => clearInterval(drip))
  await register(await world.browser())
  await eventually(async () => inFlight('normal') + inFlight('critical') === 0, 5_000)
  await eventually(async () => senders.every(({ socket }) => socket.closed))
})
