/** Tests of the partner HTTP client: it retries only read-only requests, once, when the connection breaks. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listenLocally } from '#test/local-ports.ts'
import { callPartner } from './http.ts'

type Answering = (request: IncomingMessage, response: ServerResponse) => void

/** A partner that handles each request with the next of `ways`, and later ones with the last. */
async function fakePartner(...ways: readonly Answering[]) {
  let asked = 0
  const server = createServer((request, response) => {
    ways[Math.min(asked, ways.length - 1)]?.(request, response)
    asked += 1
  })
  const port = await listenLocally(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}/`, asked: () => asked }
}

const restarts: Answering = request => request.socket.destroy()
const answers: Answering = (_, response) => response.end('{"ok":true}')
const cutsShort: Answering = (_, response) => {
  response.writeHead(200, { 'content-length': '100' })
  response.write('{"ok"')
  setImmediate(() => response.destroy())
}
const request = { timeoutMs: 2_000 }

test.each([
  ['hangs up', restarts],
  ['cuts its answer short', cutsShort],
])('[CAR-03] [CAR-09] [PAY-07] retries a request once if the partner %s during a restart', async (_, way) => {
  const partner = await fakePartner(way, answers)
  expect(await callPartner({ ...request, url: partner.url })).toMatchObject({
    status: 200,
    text: '{"ok":true}',
  })
  expect(partner.asked()).toBe(2)
})

test('[CAR-03] [T20] retries once, and sends no request beyond the quota, which each request consumes', async () => {
  const partner = await fakePartner(restarts)
  let left = 3
  const consumeQuota = async () => {
    left -= 1
    return left >= 0
  }
  const ask = () => callPartner({ ...request, url: partner.url, consumeQuota })
  expect(await ask()).toMatchObject({ status: 0, failure: 'UND_ERR_SOCKET' })
  expect([left, partner.asked()]).toEqual([1, 2])
  expect(await ask()).toMatchObject({ failure: 'daily quota used up' })
  expect(await ask()).toMatchObject({ failure: 'daily quota used up' })
  expect(partner.asked()).toBe(3)
})

test('[CAR-03] [CAR-09] [PAY-11] [EDGE-13] reports an unreachable partner by the system, TLS or HTTP code, without request content', async () => {
  const failureOf = async (given: object) =>
    (await callPartner({ ...request, body: '{}', url: '', ...given })).failure
  const partner = await fakePartner(answers)
  // Nothing listens on this port.
  expect(await failureOf({ url: 'http://127.0.0.1:2/' })).toBe('ECONNREFUSED')
  expect(await failureOf({ url: partner.url.replace('http', 'https') })).toMatch(/^[A-Z]+_[A-Z_]+$/)
  // The system's message would contain the key.
  expect(await failureOf({ url: partner.url, headers: { authorization: 'secret\nkey' } })).toBe('unreachable')
})

test('[PAY-11] [EDGE-13] never retries a request with an effect', async () => {
  const partner = await fakePartner(restarts, answers)
  const sent = await callPartner({ ...request, url: partner.url, body: '{}' })
  expect(sent.failure).toBe('UND_ERR_SOCKET')
  expect(partner.asked()).toBe(1)
})

test('[CAR-03] the request and its retry share one time limit', async () => {
  const partner = await fakePartner(
    asked => void setTimeout(() => asked.socket.destroy(), 2_000),
    () => undefined,
  )
  const limits = vi.spyOn(AbortSignal, 'timeout')
  expect((await callPartner({ ...request, url: partner.url, timeoutMs: 4_000 })).failure).toBe('timeout')
  expect(limits.mock.calls).toEqual([[4_000]])
  expect(partner.asked()).toBe(2)
})
