/** Tests of which click gets a card page, and that the way back from it stays open while a customer may be there. */
import { expect, it, onTestFinished } from 'vitest'
import { uniqueViolation } from '#db/postgres-errors.ts'
import { nzToday } from '#journey/dates.ts'
import { goodCard } from '#test/cards.ts'
import {
  customerReadyToPay,
  paymentUrls,
  policyholder,
  ratedBody,
  retrieveBody,
  withCards,
} from '#test/purchase.ts'
import { submitForm } from '#test/sandbox.ts'
import { addPaymentTo } from '#test/stored-rows.ts'
import { appForFile, eventually } from '#test/test-app.ts'

let minutesLater = 0
let makesPages = true
/** Midday in New Zealand: cover that starts today is not over before the test is. */
const noonMs = Date.parse(`${nzToday(new Date())}T00:00:00Z`)
const begunMs = Date.now()
/** The addresses that the partner was given last. */
let cancelled = ''
const world = await appForFile({
  replace: {
    now: () => new Date(noonMs + Date.now() - begunMs + minutesLater * 60_000),
    ...withCards(real => ({
      createSession(request) {
        cancelled = request.urls.cancelled
        if (!makesPages) return Promise.resolve({ outcome: 'refused', reason: 'HTTP 401' })
        return real.createSession(request)
      },
    })),
  },
})

const readyToPay = () => customerReadyToPay(world, { frequency: 'ANNUAL' })

it('[PAY-11] a tab with an older version of the quote gets no card page', async () => {
  const { client, quote, amend } = await readyToPay()
  const pay = (policyHistory: typeof quote.attributes.policyHistory) =>
    client.call('paymentCreate', { body: { ...paymentUrls(world, quote.id), policyHistory } })
  const { policyHistory } = quote.attributes
  const first = (await pay(policyHistory)).ok().data.attributes.url

  const body = ratedBody(quote.id, quote.car, { frequency: 'ANNUAL', voluntaryExcess: 500 })
  const amended = (await amend({ ...body, attributes: { ...body.attributes, policyHistory } })).ok()
  expect((await pay(policyHistory)).json).toMatchObject({ code: 'STALE' })
  expect(await world.repositories.findActivePayment(quote.id)).toMatchObject({ page_url: first })
  const second = (await pay(amended.data.attributes.policyHistory)).ok().data.attributes.url
  expect(second).not.toBe(first)
})

it('[T13] [T37] [PAY-11] a quote opens at most ten card pages a day, and the newest stays open', async () => {
  const { quote, openPage: pay, retry, savePolicyholders } = await readyToPay()
  const withMail = (number: number) =>
    savePolicyholders({ ...policyholder, email: `maia-${number}@example.nz` })
  const urls = new Set<string>()
  for (let page = 1; page <= 10; page += 1) {
    await withMail(page)
    urls.add((await pay()).ok().data.attributes.url)
    urls.add((await pay()).ok().data.attributes.url)
  }
  expect(urls.size).toBe(10)
  await withMail(11)
  const refused = await pay()
  expect(refused).toMatchObject({ status: 422, json: { code: 'REJECTED' } })
  expect((await retry()).status).toBe(422)
  // The tenth page stays open for the people that it was made for.
  await withMail(10)
  expect([...urls].at(-1)).toBe((await pay()).ok().data.attributes.url)
  await world.query(`update payment set created_at = created_at - interval '1 day' where quote_id = $1`, [
    quote.id,
  ])
  await withMail(11)
  const tomorrow = (await pay()).ok().data.attributes.url
  expect(urls.has(tomorrow)).toBe(false)
})

it('[PAY-08] [T37] pages that the partner failed to create do not count towards the daily limit', async () => {
  const { quote, openPage: pay } = await readyToPay()
  makesPages = false
  onTestFinished(() => {
    makesPages = true
  })
  for (let page = 1; page <= 11; page += 1) expect((await pay()).json).toMatchObject({ code: 'REJECTED' })
  expect(await world.repositories.findPaymentsOfQuote(quote.id)).toHaveLength(11)
  makesPages = true
  ;(await pay()).ok()
})

/** A customer on the card page, and how they come back from it. */
async function onCardPage() {
  const customer = await readyToPay()
  const { client, quote, openPage } = customer
  const { id } = quote
  const pay = async () => (await openPage()).ok().data.attributes.url
  const url = await pay()
  const code = new URL(cancelled).searchParams.get('token') ?? ''
  const comeBack = async () => {
    await client.request(new URL(cancelled).pathname)
    const login = await client.call('login', { body: { user_id: id, password: code } })
    if (login.status === 200) client.token = login.ok().JWT
    return login.status
  }
  const elsewhere = async () =>
    (await (await world.browser()).call('login', { body: { user_id: id, password: code } })).status
  return { ...customer, id, url, pay, comeBack, elsewhere }
}

it('[PAY-09] [ENTRY-08] a page that is offered again has a new return code that works once', async () => {
  const { url, pay, comeBack } = await onCardPage()
  expect(await comeBack()).toBe(200)
  expect(await comeBack()).toBe(401)
  expect(await pay()).toBe(url)
  expect([await comeBack(), await comeBack()]).toEqual([200, 401])
})

it('[PAY-09] [T39] a browser that misses the response to its return code keeps its old session cookie', async () => {
  const { client, id, comeBack } = await onCardPage()
  const left = new Map(client.cookies)
  expect(await comeBack()).toBe(200)
  client.cookies.clear()
  for (const [name, value] of left) client.cookies.set(name, value)
  expect(await comeBack()).toBe(401)
  expect((await client.call('session')).status).toBe(200)
  expect((await client.call('prospectCar', { query: { id } })).ok()).toMatchObject({ quoteId: id })
})

it('[PAY-09] another browser cannot use up a return code', async () => {
  const { comeBack, elsewhere } = await onCardPage()
  expect(await elsewhere()).toBe(401)
  expect(await comeBack()).toBe(200)
})

it('[PAY-08] [PAY-09] a customer who returns after 90 minutes on the card page still has the session', async () => {
  const { client, id, url, comeBack } = await onCardPage()
  minutesLater += 95
  expect(await comeBack()).toBe(200)
  const again = (await client.call('paymentRetry', { body: { uuid: id } })).ok()
  expect(again.data.attributes.url).toBe(url)
  minutesLater += 101
  expect((await client.call('session')).status).toBe(401)
})

it('[PAY-09] [T39] after the return, the session ends after the normal idle time', async () => {
  const { client, comeBack } = await onCardPage()
  minutesLater += 5
  expect(await comeBack()).toBe(200)
  minutesLater += 31
  expect((await client.call('session')).status).toBe(200)
  minutesLater += 33
  expect((await client.call('session')).status).toBe(401)
})

it('[PAY-07] [PAY-11] the browser that pays a page opened by another browser owns the policy', async () => {
  const { quote, id, url } = await onCardPage()
  const phone = await world.browser()
  phone.token = (await phone.call('quoteRetrieve', { body: retrieveBody(quote) })).ok().JWT
  const again = (await phone.call('paymentCreate', { body: paymentUrls(world, id) })).ok()
  expect(again.data.attributes.url).toBe(url)
  await submitForm(url, goodCard)
  const policy = await eventually(() => world.repositories.findPolicy(id))
  const shown = await phone.call('policyRetrieve', { query: { uuid: id } })
  expect(shown.json).toMatchObject({ policyId: policy.record.policyNumber })
})

it('[T13] [PAY-11] the database refuses a second open payment of a quote, also without the lock of the quote', async () => {
  const { quote } = await readyToPay()
  const addPayment = addPaymentTo(world.database)
  await addPayment(quote.id, 'DECLINED')
  await addPayment(quote.id, 'PENDING')
  await expect(addPayment(quote.id, 'CREATED')).rejects.toMatchObject({ code: uniqueViolation })
})
