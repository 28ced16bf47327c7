/**
 * The allowlist of span attributes that may leave this machine. It excludes addresses with a plate or a
 * secret, and error messages of the database or a partner, which quote people's answers.
 */
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node'

const mayLeave: ReadonlySet<string> = new Set([
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

function cleaned(span: ReadableSpan): ReadableSpan {
  const attributes = Object.fromEntries(
    Object.entries(span.attributes).filter(([name]) => mayLeave.has(name)),
  )
  return Object.create(span, {
    attributes: { value: attributes, enumerable: true },
    events: { value: [], enumerable: true },
    status: { value: { code: span.status.code }, enumerable: true },
  }) as ReadableSpan
}

export function withAllowedAttributes(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(cleaned), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}
