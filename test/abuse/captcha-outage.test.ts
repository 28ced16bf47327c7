/** Abuse tests of a captcha outage: quoting goes on with a tenth of the limits; costly calls are refused. */
import { expect, it } from 'vitest'
import { statusesOf, withCall } from '#test/client.ts'
import { bindBody, carBody, createRatedQuote, policyholdersBody } from '#test/purchase.ts'
import { appForFile, type Client, clockOfThisHour } from '#test/test-app.ts'
import { humanToken, trustingCaptcha } from './good-requests.ts'

let isOut = false
const verify = async () => (isOut ? 'partner-out' : 'human')
const world = await appForFile({
  replace: { now: clockOfThisHour(), captcha: { ...trustingCaptcha, verify, verifyVisible: verify } },
})

/** A client that sends a new captcha token with every call, as the pages do. */
const withTokens = (client: Client): Client =>
  withCall(client, (name, options = {}) =>
    client.call(name, {
      ...options,
      ...(options.body
        ? { body: Object.assign({}, options.body, { recaptchaResponse: humanToken() }) }
        : { query: { ...options.query, captchaRequest: humanToken() } }),
    }),
  )

async function customer() {
  isOut = false
  const client = withTokens(await world.browser())
  return { client, quote: await createRatedQuote(client) }
}

it('[SHELL-09] [EDGE-03] [T19] allows a tenth of the look-ups', async () => {
  const { client } = await customer()
  isOut = true
  const plates = ['AQU512', 'KLM204', 'NPD731']
  const statuses = await statusesOf(3, at =>
    client.call('vehicleDetails', { params: { regNumber: plates[at] ?? '' } }),
  )
  expect(statuses).toEqual([200, 200, 429])
})

it('[EDGE-04] [EDGE-11] [EDGE-13] [T19] refuses registration, mail and bind', async () => {
  const { client, quote } = await customer()
  isOut = true
  const refused = [
    await client.call('registration', { body: { registrationNumber: 'AQU512', source: 'openroad' } }),
    await client.call('emailQuote', { body: { id: quote.id, email: 'aroha@example.nz' } }),
    await client.call('quoteBind', { body: bindBody(quote) }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([428, 428, 428])
  const rows = await world.query('select count(*)::int as n from bind_attempt')
  expect(rows).toEqual([{ n: 0 }])
})

it('[EDGE-08] [CAR-12] [T18] saves the car without a token; refuses a used token and other calls without one', async () => {
  isOut = false
  const bare = await world.browser()
  const { id, car, body } = await createRatedQuote(withTokens(bare))
  const savedCar = carBody({ id, car })
  const token = { recaptchaResponse: humanToken() }
  const tokens = [{}, token, token]
  const saved = await statusesOf(3, at => bare.call('quoteCreate', { body: { ...savedCar, ...tokens[at] } }))
  expect(saved).toEqual([200, 200, 428])
  const others = [
    await bare.call('quoteCreate', { body }),
    await bare.call('quoteCreate', { body: policyholdersBody({ id, car }) }),
    await bare.call('quoteAmend', { body }),
  ]
  expect(others.map(({ status }) => status)).toEqual([428, 428, 428])
  const { status } = await world.plainClient().call('quoteCreate', { body: savedCar })
  expect(status).toBe(401)
})
