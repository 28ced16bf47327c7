/** Tests of the raw HTTP client of the load tests. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { requestOf } from './closed-loop.ts'
import { openConnections, type RawResponse } from './connections.ts'

async function wiresTo(answer: RequestListener, { count = 2, giveUpMs = 5_000 } = {}) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const wires = await openConnections(`http://127.0.0.1:${port}`, { count, giveUpMs })
  onTestFinished(() => {
    wires.close()
    server.closeAllConnections()
    server.close()
  })
  return (path: string, body?: string) => {
    const asked = { method: 'POST', path, headers: {}, ...(body === undefined ? {} : { body }) } as const
    return new Promise<RawResponse>(resolve => wires.ask(requestOf(asked, `127.0.0.1:${port}`), resolve))
  }
}

describe('the connections a load is sent over', () => {
  it('tell status, head and the whole body, however the answer is cut', async () => {
    const long = 'x'.repeat(300_000)
    const ask = await wiresTo((request, response) => {
      if (request.url === '/empty') response.writeHead(204).end()
      else if (request.url === '/chunked') response.write('so ', () => response.end('many'))
      else if (request.url === '/capitals')
        response.writeHead(200, { 'Content-Length': long.length }).end(long)
      else response.writeHead(503, { 'retry-after': '3', 'content-length': long.length }).end(long)
    })
    const [refused, empty, chunked, capitals] = await Promise.all(
      ['/long', '/empty', '/chunked', '/capitals'].map(path => ask(path)),
    )
    expect(refused?.status).toBe(503)
    expect(refused?.head).toMatch(/retry-after: 3/i)
    expect([refused?.body, capitals?.body]).toEqual([long, long])
    expect([empty?.status, empty?.body]).toEqual([204, ''])
    expect(chunked?.body).toMatch(/so [\s\S]*many/)
  })

  it('send what they are given, and no more at once than there are connections', async () => {
    const got: string[] = []
    let atOnce = 0
    let most = 0
    const ask = await wiresTo(async (request, response) => {
      atOnce += 1
      most = Math.max(most, atOnce)
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      got.push(Buffer.concat(chunks).toString())
      await new Promise(resolve => setTimeout(resolve, 5))
      atOnce -= 1
      response.end('ok')
    })
    const bodies = Array.from({ length: 12 }, (_, number) => `Māori ${number}`)
    const answers = await Promise.all(bodies.map(body => ask('/', body)))
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200))
    expect(got.toSorted()).toEqual(bodies.toSorted())
    expect(most).toBe(2)
  })

  it('count a connection that ends, or an answer that is late, as no answer, and go on with the next', async () => {
    const ask = await wiresTo(
      (request, response) => {
        if (request.url === '/end') request.socket.destroy()
        else if (request.url !== '/never') response.end('ok')
      },
      { count: 1, giveUpMs: 150 },
    )
    const answers = await Promise.all(['/end', '/never', '/never', '/good'].map(path => ask(path)))
    expect(answers.map(({ status }) => status)).toEqual([0, 0, 0, 0])
    expect((await ask('/good')).status).toBe(200)
  })
})
