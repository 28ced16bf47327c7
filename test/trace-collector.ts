/** A trace receiver for tests, which accepts OTLP over HTTP and stores the spans. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenLocally } from './local-ports.ts'

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** The span kind: 2 server, 3 client, 5 consumer (a job). */
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

export type TraceCollector = Awaited<ReturnType<typeof openTraceCollector>>

interface Batch {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[]
  }[]
}

export async function openTraceCollector() {
  const received: string[] = []
  const server = createServer(async (request, answer) => {
    received.push(await text(request))
    answer.setHeader('content-type', 'application/json').end('{}')
  })
  const port = await listenLocally(server)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans: (): readonly ReceivedSpan[] =>
      received
        .map(text => JSON.parse(text) as Batch)
        .flatMap(batch => batch.resourceSpans)
        .flatMap(resource => resource.scopeSpans)
        .flatMap(scope => scope.spans),
    /** All received bodies as text. */
    text: () => received.join('\n'),
    close: () => new Promise<void>(resolve => void server.close(() => resolve())),
  }
}
