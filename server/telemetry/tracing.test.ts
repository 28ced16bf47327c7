/** Tests of one purchase as a trace collector sees it, from the browser's click to the insurer and the mail. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cannedServer } from '#test/canned-server.ts'
import { bindBody, ratedCustomer } from '#test/purchase.ts'
import { appForTest, eventually, openTestApp, type TestApp } from '#test/test-app.ts'
import { openTraceCollector, type ReceivedSpan, type TraceCollector } from '#test/trace-collector.ts'
import { newTraceParent } from '#web/api/request-and-response.ts'

let collector: TraceCollector
let world: TestApp
let spans: ReceivedSpan[]
let everything: string
const traceParent = newTraceParent()
const [, traceId, clickId] = traceParent.split('-')

beforeAll(async () => {
  collector = await openTraceCollector()
  world = await openTestApp({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint } })
  const { client, quote, savePolicyholders } = await ratedCustomer(world)
  await savePolicyholders()
  const bound = await client.call('quoteBind', {
    body: bindBody(quote),
    headers: { traceparent: traceParent },
  })
  expect(bound.status).toBe(200)
  await world.mails(1)
  await eventually(async () => {
    const [sent] = await world.query("select 1 from audit where what like 'policy-mail-%'")
    return sent
  })
  // Closing sends what is left.
  await world.close()
  spans = collector.spans().filter(span => span.traceId === traceId)
  everything = collector.text()
})
afterAll(() => collector.close())

const named = (name: string | RegExp) =>
  spans.filter(span => (typeof name === 'string' ? span.name === name : name.test(span.name)))
const one = (name: string): ReceivedSpan => {
  const [span, ...more] = named(name)
  if (!span || more.length > 0) throw new Error(`${more.length + (span ? 1 : 0)} spans named ${name}`)
  return span
}
const attribute = (span: ReceivedSpan, key: string) =>
  Object.values(span.attributes.find(attribute => attribute.key === key)?.value ?? {})[0]

/** Is `ancestor` above this span? */
function isBelow(span: ReceivedSpan, ancestor: ReceivedSpan): boolean {
  const parent = spans.find(other => other.spanId === span.parentSpanId)
  return parent !== undefined && (parent === ancestor || isBelow(parent, ancestor))
}

describe('the trace of a purchase', () => {
  it('starts at the browser’s click, and includes the insurer’s call and the SQL statements around it', () => {
    const call = one('POST /edge/vero/quote/bind')
    expect([call.parentSpanId, attribute(call, 'http.response.status_code')]).toEqual([clickId, 200])
    const bind = one('insurer.bind')
    expect(isBelow(bind, call)).toBe(true)
    expect(attribute(bind, 'peer.service')).toBe('insurer')
    expect(attribute(bind, 'openroad.outcome')).toBe('issued')
    const statements = named(/^pg\.query/).filter(span => isBelow(span, call))
    expect(statements.length).toBeGreaterThan(5)
    expect(statements.filter(span => isBelow(span, bind)).length).toBeGreaterThan(1)
  })

  it('includes the job that sends the mail', () => {
    const job = one('job policy-mail')
    expect(isBelow(one('mail.send'), job)).toBe(true)
    expect(isBelow(job, one('POST /edge/vero/quote/bind'))).toBe(true)
  })
})

it('a trace has a span for each request to a partner, with the route and no plate or token', () => {
  const [request] = collector.spans().filter(span => span.kind === 3 && span.name === 'GET')
  expect(request && attribute(request, 'http.response.status_code')).toBe(200)
  expect(everything).toContain('/edge/campaign/policy-renewal/secure/vehicleDetails/:regNumber')
  expect(everything).not.toMatch(/JHU968|token=|Bearer|eyJ/)
})

it('[T31] a visitor’s trace id is passed to partners, without other trace headers', async () => {
  const register = await cannedServer(() => ({ body: '{"code": -1, "message": "not found"}' }))
  const asking = await appForTest({
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      VEHICLE: 'carjam',
      VEHICLE_URL: register.origin,
      VEHICLE_KEY: 'key',
    },
  })
  const client = await asking.browser()
  await client.call('vehicleDetails', {
    params: { regNumber: 'ABC123' },
    headers: { traceparent: traceParent, tracestate: 'stranger=1', baggage: 'user=stranger' },
  })
  expect(register.requests.length).toBeGreaterThan(0)
  for (const { headers } of register.requests) {
    expect(headers.traceparent).toMatch(new RegExp(`^00-${traceId}-[\\da-f]{16}-0\\d$`))
    expect([headers.tracestate, headers.baggage]).toEqual([undefined, undefined])
  }
})
