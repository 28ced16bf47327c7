/**
 * Telemetry settings of a node, under OpenTelemetry's standard variable names. Nothing is recorded by
 * default.
 */
import { ConfigError, type Reader, wholeNumber } from '#server/lib/read-setting.ts'

export interface TelemetryConfig {
  /** Where traces are sent (OTLP over HTTP), and which part of them; null records none. */
  readonly tracing: { readonly endpoint: string; readonly ratio: number } | null
  /** The port Prometheus reads; null serves no metrics. */
  readonly metricsPort: number | null
}

export const readTelemetry = (read: Reader): TelemetryConfig => ({
  tracing: readTracing(read),
  metricsPort: read('METRICS_PORT') === undefined ? null : wholeNumber(read, 'METRICS_PORT', 0, 0, 65_535),
})

function readTracing(read: Reader): TelemetryConfig['tracing'] {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT')
  const part = read('OTEL_TRACES_SAMPLER_ARG')
  if (endpoint === undefined) {
    if (part !== undefined)
      throw new ConfigError('OTEL_TRACES_SAMPLER_ARG is set, but no OTEL_EXPORTER_OTLP_ENDPOINT.')
    return null
  }
  if (!/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : ''))
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT is not an http address.')
  const ratio = Number(part ?? 1)
  if (!(ratio >= 0 && ratio <= 1))
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG is '${part}'; it is a part from 0 to 1.`)
  return { endpoint: endpoint.replace(/\/+$/, ''), ratio }
}
