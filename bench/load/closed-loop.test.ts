/** Tests of the closed-loop load generator. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { closedLoop, type LoadRequest } from './closed-loop.ts'

async function serverOf(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const get = (path: string): LoadRequest => ({ method: 'GET', path, headers: {} })

describe('clients that ask as fast as they are answered', () => {
  it('ask their own calls by turns, so many of them in all', async () => {
    const asked: string[] = []
    const origin = await serverOf((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    })
    const { answered } = await closedLoop(origin, [[get('/a'), get('/b')], [get('/c')]], { amount: 20 })
    expect([answered, asked.length]).toEqual([20, 20])
    const ofTheFirst = asked.filter(path => path !== '/c')
    expect(ofTheFirst.map((_, number) => (number % 2 ? '/b' : '/a'))).toEqual(ofTheFirst)
  })

  it('stop when the time is over, and have waited for every answer', async () => {
    let open = 0
    const origin = await serverOf((_, response) => {
      open += 1
      setTimeout(() => {
        open -= 1
        response.end()
      }, 20)
    })
    const { perSecond, p99Ms } = await closedLoop(origin, [[get('/')], [get('/')]], { seconds: 0.3 })
    expect(open).toBe(0)
    expect(perSecond).toBeLessThanOrEqual(100)
    expect(p99Ms).toBeGreaterThanOrEqual(19)
  })

  it('are no measurement where answers are refusals', async () => {
    const origin = await serverOf((_, response) => response.writeHead(503).end())
    await expect(closedLoop(origin, [[get('/')]], { amount: 10 })).rejects.toThrow('{"503":10}')
  })
})
