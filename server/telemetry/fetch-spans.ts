/**
 * Trace spans of outgoing `fetch` calls, which no OpenTelemetry instrumentation in use covers.
 * partners/http.ts sends those calls.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'

interface Outgoing {
  readonly method: string
  readonly origin: string | URL
  addHeader(name: string, value: string): void
}

/** Returns what ends it. */
export function traceFetch(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>()
  const end = (request: object, failed: boolean) => {
    const span = spans.get(request)
    spans.delete(request)
    if (failed) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  }
  const listeners: Readonly<Record<string, (message: unknown) => void>> = {
    'undici:request:create': message => {
      // What nobody's request or job asked for belongs to no trace.
      if (!trace.getSpan(context.active())) return
      const { request } = message as { request: Outgoing }
      const { hostname, port } = new URL(request.origin)
      const span = tracer.startSpan(request.method, {
        kind: SpanKind.CLIENT,
        attributes: {
          'http.request.method': request.method,
          'server.address': hostname,
          ...(port === '' ? {} : { 'server.port': Number(port) }),
        },
      })
      spans.set(request, span)
      propagation.inject(trace.setSpan(context.active(), span), request, {
        set: (carrier, name, value) => carrier.addHeader(name, value),
      })
    },
    'undici:request:headers': message => {
      const { request, response } = message as { request: object; response: { statusCode: number } }
      spans.get(request)?.setAttribute('http.response.status_code', response.statusCode)
    },
    'undici:request:trailers': message => end((message as { request: object }).request, false),
    'undici:request:error': message => end((message as { request: object }).request, true),
  }
  for (const [channel, listener] of Object.entries(listeners)) subscribe(channel, listener)
  return () => {
    for (const [channel, listener] of Object.entries(listeners)) unsubscribe(channel, listener)
  }
}
