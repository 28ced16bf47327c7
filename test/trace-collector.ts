/** A trace receiver for tests, which accepts OTLP over HTTP and stores the spans. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** The span kind: 2 server, 3 client, 5 consumer (a job). */
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

export interface TraceCollector {
  readonly endpoint: string
  spans(): readonly ReceivedSpan[]
  /** All received bodies as text. */
  text(): string
  close(): Promise<void>
}

interface Batch {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[]
  }[]
}

export async function openTraceCollector(): Promise<TraceCollector> {
  const received: string[] = []
  const server = createServer((request, answer) => {
    let body = ''
    request.on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      received.push(body)
      answer.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans: () =>
      received
        .map(text => JSON.parse(text) as Batch)
        .flatMap(batch => batch.resourceSpans)
        .flatMap(resource => resource.scopeSpans)
        .flatMap(scope => scope.spans),
    text: () => received.join('\n'),
    close: () => new Promise(resolve => void server.close(() => resolve())),
  }
}
