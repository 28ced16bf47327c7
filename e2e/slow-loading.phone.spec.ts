/** Browser tests of a page that loads slowly: no layout shift while the rest arrives. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, type Product, test } from './product.ts'
import { readVitals, watchVitals } from './vitals.ts'

/** Longer than a frame, so that each piece is painted by itself. */
const pauseMs = 34
/** So many tags of the body, up to its last scripts, are sent at a time. */
const tagsPerPiece = 6

function piecesOf(html: string): string[] {
  const starts = [...html.matchAll(/<(?=[a-z/])/g)].map(({ index }) => index)
  const [from, to] = [html.indexOf('<body>'), html.indexOf('<script type=')]
  const body = starts.filter(at => at > from && at < to)
  const cuts = [0, ...body.filter((_, place) => place % tagsPerPiece === 0), html.length]
  return cuts.slice(1).map((end, place) => html.slice(cuts[place], end))
}

/** A proxy that sends the product's pages a few tags at a time. */
async function slowProxy(product: Product): Promise<Server> {
  const server = createServer(async (request, answer) => {
    const { host: _, ...headers } = request.headers
    const sent = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    sent.set('accept-encoding', 'identity')
    const found = await fetch(`${product.origin}${request.url}`, { headers: sent, redirect: 'manual' })
    answer.writeHead(found.status, Object.fromEntries(found.headers))
    if (found.headers.get('content-type')?.includes('html'))
      for (const piece of piecesOf(await found.text())) {
        answer.write(piece)
        await delay(pauseMs)
      }
    else answer.write(Buffer.from(await found.arrayBuffer()))
    answer.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

test('nothing moves while a page loads', async ({ context, product }) => {
  const server = await slowProxy(product)
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const expectSteady = async (path: string) => {
    const page = await context.newPage()
    await watchVitals(page)
    await page.goto(`${origin}${path}`)
    await page.waitForLoadState('networkidle')
    const { layoutShift, shifted } = await readVitals(page)
    // Rounded: a font that loads a frame late moves a letter by part of a pixel.
    expect(layoutShift.toFixed(2), `${path}\n${shifted.join('\n')}`).toBe('0.00')
  }
  const paths = ['/vehicle', '/vehicle/step1', '/paymentsuccess', '/cc-payment-failure', '/session-expired']
  try {
    // At the same time, because the pages mostly wait.
    await Promise.all(paths.map(expectSteady))
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
