/** OpenTelemetry tracing, from the browser's trace id to the partners; loaded only if it is configured. */
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { FastifyOtelInstrumentation } from '@fastify/otel'
import {
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { registerInstrumentations } from '@opentelemetry/instrumentation'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node'
import type { Config } from '#server/config.ts'

export type Tracing = ReturnType<typeof startTracing>

const written = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/** A propagator that drops `tracestate` and `baggage`: they would copy a visitor's text to every partner. */
const traceParentPropagator: TextMapPropagator = {
  fields: () => ['traceparent'],
  inject(context, carrier, setter) {
    const span = trace.getSpanContext(context)
    if (!span || !isSpanContextValid(span)) return
    const flags = (span.traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')
    setter.set(carrier, 'traceparent', `00-${span.traceId}-${span.spanId}-${flags}`)
  },
  extract(context, carrier, getter) {
    const [, traceId = '', spanId = '', flags = ''] =
      written.exec(String(getter.get(carrier, 'traceparent'))) ?? []
    const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
    const span = { traceId, spanId, traceFlags, isRemote: true }
    if (!isSpanContextValid(span)) return context
    return trace.setSpanContext(context, span)
  },
}

/** Attributes without plates, secrets, or error messages of the database and partners, which quote answers. */
const allowedAttributes: ReadonlySet<string> = new Set([
  'http.route',
  'http.request.method',
  'http.response.status_code',
  'db.system.name',
  'db.system',
  // Statements as they are prepared: their values are not in them.
  'db.query.text',
  'db.statement',
  'server.address',
  'server.port',
  'peer.service',
  'error.type',
  'openroad.outcome',
])

function withoutPersonalData(span: ReadableSpan): ReadableSpan {
  const allowed = Object.entries(span.attributes).filter(([name]) => allowedAttributes.has(name))
  return Object.create(span, {
    attributes: { value: Object.fromEntries(allowed), enumerable: true },
    events: { value: [], enumerable: true },
    status: { value: { code: span.status.code }, enumerable: true },
  }) as ReadableSpan
}

const withAllowedAttributes = (exporter: SpanExporter): SpanExporter => ({
  export: (spans, done) => exporter.export(spans.map(withoutPersonalData), done),
  shutdown: () => exporter.shutdown(),
  forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
})

export function startTracing({ endpoint, ratio }: NonNullable<Config['tracing']>) {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'openroad', 'service.instance.id': randomUUID() }),
    // Sampling uses the trace id only: a client must not decide what is recorded.
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [
      new BatchSpanProcessor(withAllowedAttributes(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))),
    ],
  })
  provider.register({ propagator: traceParentPropagator })
  const fastify = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    recordExceptions: false,
    requestHook: (span, request) =>
      span.updateName(`${request.method} ${request.routeOptions.url ?? 'unknown'}`),
  })
  const stopInstruments = registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      fastify,
      new HttpInstrumentation({
        disableIncomingRequestInstrumentation: true,
        requireParentforOutgoingSpans: true,
      }),
      // Calls of partners go through `fetch`.
      new UndiciInstrumentation({ requireParentforSpans: true }),
      // Polling for jobs belongs to no trace.
      new PgInstrumentation({ requireParentSpan: true }),
    ],
  })
  reloadInstrumentedModules()
  const tracer = provider.getTracer('openroad')

  const spanned = <T>(name: string, kind: SpanKind, work: (span: Span) => Promise<T>): Promise<T> =>
    tracer.startActiveSpan(name, { kind }, async span => {
      try {
        const value = await work(span)
        noteOutcome(span, value)
        return value
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    })

  return {
    /** Register it before any route. */
    plugin: fastify.plugin(),
    call: <T>(partner: string, method: string, work: () => Promise<T>): Promise<T> =>
      spanned(`${partner}.${method}`, SpanKind.CLIENT, span => {
        span.setAttribute('peer.service', partner)
        return work()
      }),
    /** The `traceparent` of the current span, for a job to carry; undefined outside any trace. */
    traceParent(): string | undefined {
      const carrier: Record<string, string> = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent
    },
    /** Runs a job as part of the trace it was enqueued in. */
    resume: <T>(traceParent: string | undefined, name: string, work: () => Promise<T>): Promise<T> =>
      context.with(
        traceParent === undefined
          ? ROOT_CONTEXT
          : propagation.extract(ROOT_CONTEXT, { traceparent: traceParent }),
        () => spanned(name, SpanKind.CONSUMER, work),
      ),
    async close() {
      stopInstruments()
      await provider.shutdown()
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

/** The result of a port's call, as the port names it. */
function noteOutcome(span: Span, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const outcome: unknown = Reflect.get(value, 'outcome') ?? Reflect.get(value, 'state')
  if (typeof outcome === 'string') span.setAttribute('openroad.outcome', outcome)
}

/** The instruments hook into `require`: modules that were imported before are required once more. */
function reloadInstrumentedModules(): void {
  const require = createRequire(import.meta.url)
  for (const name of ['node:http', 'node:https', 'pg', 'pg-pool'])
    require(require.resolve(name, { paths: [import.meta.dirname, require.resolve('pg')] }))
}
