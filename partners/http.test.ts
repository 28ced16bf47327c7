/** Tests of the partner HTTP client: it retries only read-only requests, once, when the connection breaks. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { callPartner } from './http.ts'

type Answering = (request: IncomingMessage, response: ServerResponse) => void

/** A partner that handles each request with the next of `ways`, and later ones with the last. */
async function fakePartner(...ways: readonly Answering[]) {
  let asked = 0
  const server = createServer((request, response) => {
    ways[Math.min(asked, ways.length - 1)]?.(request, response)
    asked += 1
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, asked: () => asked }
}

const restarts: Answering = request => request.socket.destroy()
const answers: Answering = (_, response) => response.end('{"ok":true}')
const cutsShort: Answering = (_, response) => {
  response.writeHead(200, { 'content-length': '100' })
  response.write('{"ok"')
  setImmediate(() => response.destroy())
}
const request = { partner: 'test', timeoutMs: 2_000 }

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

test('[CAR-03] [T20] retries once, calls beforeSending before each request, and sends nothing if it throws', async () => {
  const partner = await fakePartner(restarts)
  let announced = 0
  const refusal = new Error('no more today')
  const beforeSending = async () => {
    announced += 1
    if (announced > 3) throw refusal
  }
  const ask = () => callPartner({ ...request, url: partner.url, beforeSending })
  await expect(ask()).rejects.toMatchObject({ kind: 'unreachable' })
  expect([announced, partner.asked()]).toEqual([2, 2])
  await expect(ask()).rejects.toBe(refusal)
  await expect(ask()).rejects.toBe(refusal)
  expect([announced, partner.asked()]).toEqual([5, 3])
})

test('[CAR-03] [CAR-09] [PAY-11] [EDGE-13] reports an unreachable partner by the system, TLS or HTTP code, without request content', async () => {
  const failureOf = (given: object) =>
    callPartner({ ...request, method: 'POST', body: '{}', url: '', ...given }).catch(
      (error: unknown) => error,
    )
  const partner = await fakePartner(answers)
  // Nothing listens on this port.
  expect(await failureOf({ url: 'http://127.0.0.1:2/' })).toMatchObject({
    kind: 'unreachable',
    reason: 'ECONNREFUSED',
  })
  expect(await failureOf({ url: partner.url.replace('http', 'https') })).toMatchObject({
    kind: 'unreachable',
    reason: expect.stringMatching(/^[A-Z]+_[A-Z_]+$/),
  })
  const broken = await failureOf({ url: partner.url, headers: { authorization: 'secret\nkey' } })
  expect(broken).toMatchObject({ kind: 'unreachable', reason: 'unreachable' })
  expect(String(broken)).not.toContain('secret')
})

test('[PAY-11] [EDGE-13] never retries a request with an effect', async () => {
  const partner = await fakePartner(restarts, answers)
  await expect(
    callPartner({ ...request, url: partner.url, method: 'POST', body: '{}' }),
  ).rejects.toMatchObject({ kind: 'unreachable' })
  expect(partner.asked()).toBe(1)
})

test('[CAR-03] the request and its retry share one time limit', async () => {
  const partner = await fakePartner(
    asked => void setTimeout(() => asked.socket.destroy(), 2_000),
    () => undefined,
  )
  const limits = vi.spyOn(AbortSignal, 'timeout')
  await expect(callPartner({ ...request, url: partner.url, timeoutMs: 4_000 })).rejects.toMatchObject({
    kind: 'timeout',
  })
  expect(limits.mock.calls).toEqual([[4_000]])
  expect(partner.asked()).toBe(2)
})
