/** Opens a step directly with a quote made by API calls, for tests of that step and later ones. */
import type { Page } from '@playwright/test'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { RequestBodyOf } from '#contract/endpoints.ts'
import { formatDay } from '#journey/dates.ts'
import { incidentsOf } from '#journey/questions/driver.ts'
import { type Client, createClient } from '#test/client.ts'
import {
  address,
  carTexts,
  coverTexts,
  driverTexts,
  plate,
  policyholderTexts,
} from '#test/samples/customer.ts'
import { formOf } from '#test/samples/form-answers.ts'
import { type Api, createApi } from '#web/api/client.ts'
import type { Captcha } from '#web/features/captcha/captcha-context.ts'
import { createDraft, type Draft } from '#web/features/draft/draft-store.ts'
import { draftStorageKey } from '#web/features/draft/storage-key.ts'
import {
  carRequestBody,
  ratingRequestBody,
} from '#web/features/quote-requests/car-and-rating-request-bodies.ts'
import { policyholdersRequestBody } from '#web/features/quote-requests/policyholder-step-request-bodies.ts'
import { createTabTokenStore } from '#web/features/session/browser-session.ts'
import { createSession, type Session } from '#web/features/session/session.ts'
import { restoreServerClock, today } from '#web/lib/server-clock.ts'
import { sendAmend, toAmendResult } from '#web/pages/quote/send-amend.ts'
import { driverDone, fillDriver, next, premium, priceConfirmed } from './customer.ts'
import { expect, type Product } from './product.ts'

export type StepNumber = 1 | 2 | 3 | 4 | 5

/** Opens a step whose earlier steps are saved; step 1 itself is answered. Returns the link that opens the quote elsewhere. */
export async function openStep(page: Page, product: Product, step: StepNumber): Promise<string> {
  const { origin } = product
  const tab = await tabAt(origin, step)
  await page.context().addCookies(tab.cookies.map(cookie => ({ ...cookie, url: origin })))
  // An empty page of the same origin, so that the draft exists before the product's script runs.
  const empty = `${origin}/empty`
  await page.route(empty, route => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(empty)
  await page.unroute(empty)
  await page.evaluate(
    entries => {
      for (const [key, value] of entries) sessionStorage.setItem(key, value)
    },
    [...tab.stored],
  )
  await page.goto(`${origin}/vehicle/step${step}`)
  await arrived[step](page)
  return tab.link
}

/** Opens step 2 and goes on to step 3, so that the browser's history contains both. */
export async function openQuoteByDriver(page: Page, product: Product): Promise<string> {
  const link = await openStep(page, product, 2)
  await fillDriver(page)
  await driverDone(page)
  return link
}

const arrived: Readonly<Record<StepNumber, (page: Page) => Promise<void>>> = {
  1: page => expect(page.getByRole('textbox', { name: 'Car value' })).toHaveValue('$13,700'),
  2: page => expect(next(page)).toBeVisible(),
  3: async page => {
    await expect(premium(page)).toHaveText(/\$\d/)
    // Waits for the first amend, which would change the quote during a reload.
    await priceConfirmed(page)
  },
  4: page => expect(page.getByRole('region', { name: 'Policyholder 1' })).toBeVisible(),
  5: page => expect(page.getByRole('textbox', { name: 'Bank account name' })).toBeVisible(),
}

/** The storage, script cookies and session of a tab, in memory. */
function memoryTab() {
  const stored = new Map<string, string>()
  const scriptCookies = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const session = createSession({
    cookies: {
      read: name => scriptCookies.get(name) ?? null,
      write: (name, value) => void scriptCookies.set(name, value),
      remove: name => void scriptCookies.delete(name),
    },
    timeoutSeconds: 1_800,
    now: Date.now,
    everySecond: () => undefined,
    tabToken: createTabTokenStore(storage, () => true),
  })
  return { stored, scriptCookies, storage, session }
}

/** The cookies and storage of a customer who reached this step through the pages. */
async function tabAt(origin: string, step: StepNumber) {
  const client = createClient(origin)
  await client.request('/vehicle')
  const { stored, scriptCookies, storage, session } = memoryTab()
  const draft = createDraft(storage)
  restoreServerClock(storage)
  const api = apiOf(client, session)
  const link = await answerCar(api, draft)
  for (const walk of [saveCar, price, declare, savePolicyholders].slice(0, step - 1)) await walk(api, draft)
  const { quoteNumber } = draft.state()
  if (quoteNumber) session.rememberQuote(quoteNumber)
  // The draft is stored a moment after its last change.
  await Promise.resolve()
  expect(JSON.parse(stored.get(draftStorageKey) ?? '{}').state.draftState).toEqual(draft.state())
  const cookies = [
    ...[...client.cookies].map(([name, value]) => ({
      name,
      value,
      httpOnly: true,
      sameSite: 'Lax' as const,
    })),
    ...[...scriptCookies].map(([name, value]) => ({
      name,
      value: encodeURIComponent(value),
      httpOnly: false,
      sameSite: 'Strict' as const,
    })),
  ]
  return { cookies, stored, link }
}

function apiOf(client: Client, session: Session): Api {
  const fail = (what: string) => () => {
    throw new Error(what)
  }
  return createApi({
    fetch: (url, init) => client.request(url, init),
    session,
    captcha: solving(client),
    securityCheck: fail('the visible captcha check was requested'),
    onSessionOver: fail('the session is over'),
    pause: ms => new Promise(resolve => setTimeout(resolve, ms)),
  })
}

/** The link that a partner's server gets when it registers a customer, with the partner's id. */
export async function partnerLink(
  { origin }: Product,
  body: RequestBodyOf<'registration'>,
  partnerId: string,
): Promise<string> {
  const api = apiOf(createClient(origin, { keepsCookies: false }), memoryTab().session)
  return `${(await ok(api.call('registration', { body }))).url}&partnerId=${partnerId}`
}

/** Solves a captcha puzzle per call, as the page's worker does. */
const solving = (client: Client): Captcha => ({
  hasWidget: false,
  prepare: () => undefined,
  visibleToken: async () => null,
  async token() {
    const answer = await client.request('/edge/captcha/challenge?use=invisible')
    const challenge = (await answer.json()) as Challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  },
})

/** The data of a successful call. */
async function ok<T>(answering: Promise<{ readonly outcome: string; readonly data?: T }>): Promise<T> {
  const answer = await answering
  if (answer.outcome !== 'ok' || !answer.data) throw new Error(JSON.stringify(answer))
  return answer.data
}

/** Step 1, as e2e/customer.ts answers it. */
async function answerCar(api: Api, draft: Draft): Promise<string> {
  await ok(api.call('vehicleDetails', { params: { regNumber: plate } }))
  const body = { registrationNumber: plate, source: 'openroad' }
  const { url } = await ok(api.call('registration', { body }))
  const { searchParams } = new URL(url)
  const quoteId = searchParams.get('id') ?? ''
  expect(await api.login(quoteId, searchParams.get('token') ?? '')).toBe(true)
  const lookUp = { registrationOrVin: plate, transmission: 'Automatic' } as const
  const { results: models } = await ok(api.call('vehicleLookup', { body: lookUp }))
  const vehicleKey = models[0]?.vehicleKey ?? ''
  const band = await ok(api.call('sumInsured', { body: { vehicleKey } }))
  const line = { addressInFreeForm: { addressLine1: address.addressInFreeForm.addressLine1 } }
  const [riskAddress] = (await ok(api.call('addressRisk', { body: line }))).data.attributes.suggestedAddresses
  draft.setAnswers(formOf({ ...carTexts, 'car.vehicleKey': vehicleKey }, draft.answers()))
  draft.setState({
    hasReadImportantInformation: true,
    registeredPlate: plate,
    quoteId,
    foundModels: {
      plate,
      transmission: 'Automatic',
      models: models.map(({ vehicleKey, vehicleDescription }) => ({ vehicleKey, vehicleDescription })),
    },
    valueBand: { vehicleKey, minimumDollars: band.minSumInsured, maximumDollars: band.maxSumInsured },
    riskAddress,
  })
  return url
}

async function saveCar(api: Api, draft: Draft): Promise<void> {
  const body = carRequestBody(draft.answers().car, draft.state())
  if (!body) throw new Error('The car is not complete')
  await ok(api.call('quoteCreate', { body }))
  draft.setState({ furthestStep: 'driver' })
}

async function price(api: Api, draft: Draft): Promise<void> {
  draft.setAnswers({ driver: formOf(driverTexts).driver })
  const body = ratingRequestBody(draft.answers(), draft.state(), { today: today() })
  if (!body) throw new Error('step 1 left something out')
  const answer = toAmendResult(await api.call('quoteCreate', { body }))
  if (answer.outcome !== 'amended') throw new Error(JSON.stringify(answer))
  draft.setState({
    quote: answer.quote,
    quoteNumber: answer.quote.policyDetails.quoteNum,
    needsAmend: true,
    acceptedIncidents: draft.answers().driver.drivers.map(incidentsOf),
    furthestStep: 'quote',
  })
}

async function declare(api: Api, draft: Draft): Promise<void> {
  const { car, cover } = formOf(coverTexts)
  const { frequency, voluntaryExcess } = cover
  draft.setAnswers({
    cover: {
      cover: cover.cover,
      frequency,
      voluntaryExcess,
      quoteCarValue: car.carValue,
      quoteValueOver: car.carValue,
    },
  })
  for (const isAgreed of [false, true]) {
    if (isAgreed) draft.setAnswers({ cover: { startDate: formatDay(today()), declaration: 'YES' } })
    const answer = await sendAmend(api, draft, isAgreed)
    if (answer.outcome !== 'amended') throw new Error(JSON.stringify(answer))
    draft.setState({ quote: answer.quote, needsAmend: undefined })
  }
  draft.setState({ furthestStep: 'policyholder' })
}

async function savePolicyholders(api: Api, draft: Draft): Promise<void> {
  const { policyholders, payment } = formOf(policyholderTexts)
  draft.setAnswers({ policyholders, payment })
  draft.setState({ postalAddress: draft.state().riskAddress })
  const body = policyholdersRequestBody(draft.answers(), draft.state(), today())
  if (!body) throw new Error('The policyholders are not complete')
  await ok(api.call('quoteCreate', { body }))
  draft.setState({ furthestStep: 'payment' })
}
