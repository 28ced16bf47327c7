/**
 * Propagates the trace id only (W3C `traceparent`). `tracestate` and `baggage` are dropped, because they
 * would copy a visitor's text into every request to a partner.
 */
import { isSpanContextValid, type TextMapPropagator, TraceFlags, trace } from '@opentelemetry/api'

const header = 'traceparent'
const written = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

export const traceParent: TextMapPropagator = {
  fields: () => [header],
  inject(context, carrier, setter) {
    const span = trace.getSpanContext(context)
    if (!span || !isSpanContextValid(span)) return
    const flags = (span.traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')
    setter.set(carrier, header, `00-${span.traceId}-${span.spanId}-${flags}`)
  },
  extract(context, carrier, getter) {
    const [, traceId = '', spanId = '', flags = ''] = written.exec(String(getter.get(carrier, header))) ?? []
    const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
    const span = { traceId, spanId, traceFlags, isRemote: true }
    if (!isSpanContextValid(span)) return context
    return trace.setSpanContext(context, span)
  },
}
