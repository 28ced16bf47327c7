/** The calls of a customer's purchase, as the pages send them, for tests that begin at any step. */
import type { RequestBodyOf } from '#contract/endpoints.ts'
import type { Address } from '#journey/address.ts'
import type { CoverType, Frequency } from '#journey/cover.ts'
import { type NzDay, nzToday } from '#journey/dates.ts'
import { toYesNo } from '#journey/questions/yes-no-questions.ts'
import type { TestOverrides } from '#server/container.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import { bankAccount, driver, indicators, policyholder, plate as samplePlate } from './samples/customer.ts'
import type { Client, TestApp } from './test-app.ts'

export { policyholder }

export interface Prospect {
  readonly id: string
  readonly token: string
}

/** Plate check, registration and login. */
export async function register(client: Client, plate: string = samplePlate): Promise<Prospect> {
  const checked = await client.call('vehicleDetails', { params: { regNumber: plate } })
  checked.ok()
  const registered = await client.call('registration', {
    body: { registrationNumber: plate, source: 'openroad' },
  })
  const prospect = linkOf(registered.ok().url)
  await logIn(client, prospect)
  return prospect
}

/** The quote and the token that a link leads to. */
export function linkOf(url: string): Prospect {
  const { searchParams } = new URL(url)
  return { id: searchParams.get('id') ?? '', token: searchParams.get('token') ?? '' }
}

/** The link of a mail's text to one of our pages. */
export const linkIn = (text: string): Prospect =>
  linkOf(/https?:\/\/\S+[?&]token=[\w-]+/.exec(text)?.[0] ?? '')

/** Logs in by the link of a quote. */
export async function logIn(client: Client, { id, token }: Prospect): Promise<Client> {
  const login = await client.call('login', { body: { user_id: id, password: token } })
  client.token = login.ok().JWT
  return client
}

type SentAddress = Exclude<RequestBodyOf<'quoteBind'>['attributes']['postalAddress'], readonly unknown[]>

export async function findAddress(client: Client, line = '88 Remuera Road'): Promise<Address> {
  const found = await client.call('addressRisk', { body: { addressInFreeForm: { addressLine1: line } } })
  const [address] = found.ok().data.attributes.suggestedAddresses
  if (!address) throw new Error(`no address for ${line}`)
  return address
}

export interface Car {
  readonly vehicleKey: string
  readonly value: number
  readonly address: SentAddress
}

export async function saveCar(
  client: Client,
  id: string,
  plate: string = samplePlate,
  change: (found: SentAddress) => SentAddress = found => found,
): Promise<Car> {
  const models = await client.call('vehicleLookup', {
    body: { registrationOrVin: plate, transmission: 'Automatic' },
  })
  const [model] = models.ok().results
  if (!model) throw new Error(`no model for ${plate}`)
  const band = (await client.call('sumInsured', { body: { vehicleKey: model.vehicleKey } })).ok()
  const value = Math.round((band.minSumInsured + band.maxSumInsured) / 2)
  const address = change(await findAddress(client))
  const car = { vehicleKey: model.vehicleKey, value, address }
  ;(await client.call('quoteCreate', { body: carBody({ id, car }) })).ok()
  return car
}

/** The body that saves a car. */
export const carBody = (
  { id, car: { vehicleKey, value, address } }: { readonly id: string; readonly car: Car },
  changes: { readonly isFinanced?: 'YES' | 'NO'; readonly financeCompany?: string } = {},
) => ({
  id,
  vehicleDetails: {
    transmission: 'Automatic' as const,
    vehicleKey,
    model: 'Toyota Corolla',
    value,
    isFinanced: 'NO' as const,
    ...changes,
  },
  addressDetails: { ...address, type: 'RISK' as const },
})

export interface QuoteOptions {
  readonly cover?: CoverType
  readonly frequency?: Frequency
  readonly voluntaryExcess?: number
  /** Default: today by the system clock; pass it if the test's clock is ahead. */
  readonly startDate?: NzDay
}

export function ratedBody(id: string, car: Car, wishes: QuoteOptions = {}): RequestBodyOf<'quoteAmend'> {
  const cover = wishes.cover ?? 'COMPREHENSIVE'
  const sumInsured = cover === 'THIRD_PARTY' ? 0 : car.value
  return {
    id,
    drivers: [
      {
        givenName: driver.firstName,
        surname: driver.lastName,
        dateOfBirth: driver.dateOfBirth,
        type: driver.type,
        incidentCount: driver.incidentCount,
      },
    ],
    attributes: {
      coverages: [
        {
          policyCoverType: cover,
          voluntaryExcess: wishes.voluntaryExcess ?? 0,
          compensations: [
            { compensationSubType: 'AgreedValue', sumInsured },
            { compensationSubType: 'WindscreenExcessWaiver', appliedIndicator: false, code: 'NOT_TAKEN' },
          ],
          risk: {
            addressDetails: car.address,
            vehicleRisk: {
              vehicleKey: car.vehicleKey,
              vehicleUsageType: 'PRIVATE',
              indicators: toYesNo(indicators),
            },
          },
        },
      ],
      quoteRequestDetails: {
        frequency: wishes.frequency ?? 'FORTNIGHTLY',
        policyInceptionDate: wishes.startDate ?? nzToday(new Date()),
        previousInsurer: 'NONE',
      },
    },
  }
}

type RatedBody = ReturnType<typeof ratedBody>

/** The body with other details of its one coverage, for example another sum or risk. */
export function withCoverage(
  body: RatedBody,
  change: (coverage: RatedBody['attributes']['coverages'][number]) => object,
): RatedBody {
  const coverages = body.attributes.coverages.map(one => ({ ...one, ...change(one) }))
  return { ...body, attributes: { ...body.attributes, coverages } }
}

/** The body with other details of its vehicle risk, for example other indicators. */
export const withVehicleRisk = (body: RatedBody, change: object): RatedBody =>
  withCoverage(body, ({ risk }) => ({ risk: { ...risk, vehicleRisk: { ...risk.vehicleRisk, ...change } } }))

/** The body with other details of every driver. */
export const withDriver = (body: RatedBody, change: object): RatedBody => ({
  ...body,
  drivers: body.drivers.map(one => ({ ...one, ...change })),
})

/** Rates a saved car. */
export async function rateCar(
  client: Client,
  prospect: Prospect,
  car: Car,
  body = ratedBody(prospect.id, car),
) {
  const answer = (await client.call('quoteCreate', { body })).ok()
  if (!('data' in answer)) throw new Error('create of step 2 answered without a quote')
  return { ...prospect, car, body, attributes: answer.data.attributes }
}

/** Creates a quote with a price, as after step 2. */
export async function createRatedQuote(client: Client, wishes: QuoteOptions = {}) {
  const prospect = await register(client)
  const car = await saveCar(client, prospect.id)
  return rateCar(client, prospect, car, ratedBody(prospect.id, car, wishes))
}

export type RatedCustomer = Awaited<ReturnType<typeof createRatedQuote>>

/** The quote with its price and version of now, as a client that reads it again gets them. */
export async function readAgain(client: Client, quote: RatedCustomer): Promise<RatedCustomer> {
  const read = (await client.call('prospectCar', { query: { id: quote.id } })).ok()
  const attributes = read.quote?.data.attributes
  if (!attributes) throw new Error('a quote without a price')
  return { ...quote, attributes }
}

/** The body that saves step 4, with the car's address as the postal address. */
export const policyholdersBody = (
  quote: Pick<RatedCustomer, 'id' | 'car'>,
  changes: Partial<RequestBodyOf<'quoteCreate'>> = {},
): RequestBodyOf<'quoteCreate'> => ({
  id: quote.id,
  policyHolderDetails: [policyholder],
  addressDetails: { ...quote.car.address, type: 'POSTAL' },
  ...changes,
})

export async function savePolicyholders(
  client: Client,
  quote: RatedCustomer,
  who = policyholder,
): Promise<void> {
  const body = policyholdersBody(quote, { policyHolderDetails: [who] })
  ;(await client.call('quoteCreate', { body })).ok()
}

/** The body that finds a quote by number, date of birth and postcode. */
export const retrieveBody = (
  { car, attributes }: Pick<RatedCustomer, 'car' | 'attributes'>,
  customerDob: string = policyholder.dateOfBirth,
) => ({
  attributes: {
    insuredDetails: { customerDob, customerPostcode: car.address.postcode },
    quoteNumber: attributes.policyDetails.quoteNum,
  },
})

/** The body of 'Buy' for this policyholder and bank account. */
export function bindBody(
  quote: RatedCustomer,
  who = policyholder,
  bankPaymentDetails = bankAccount,
): RequestBodyOf<'quoteBind'> {
  return {
    id: quote.id,
    type: 'bind',
    attributes: {
      bindPolicyParties: {
        primaryPolicyHolder: {
          individualPolicyHolder: {
            contactDetails: { emailAddress: who.email, landlineNum: '', mobileNum: who.mobile },
            dob: who.dateOfBirth,
            givenName: who.firstName,
            surname: who.lastName,
            title: who.title,
          },
        },
        additionalPolicyHolders: [],
      },
      bindVehicleDetails: { carRegistration: samplePlate, additionalDrivers: [] },
      endConsentDetails: {
        emailAddress: policyholder.email,
        endConsentIndicator: true,
        mobileNumber: policyholder.mobile,
      },
      paymentContextDetails: { bankPaymentDetails, instalmentDebitDay: 1 },
      policyHistory: quote.attributes.policyHistory,
      postalAddress: quote.car.address,
      questions: [
        { code: '003', answer: 'N' },
        { code: '004', answer: 'N' },
      ],
      quoteDetails: {
        insuredDetails: {
          customerDob: policyholder.dateOfBirth,
          customerPostcode: quote.car.address.postcode,
        },
        quoteNumber: quote.attributes.policyDetails.quoteNum,
      },
    },
  }
}

export const paymentUrlsAt = (origin: string, id: string) => ({
  cancelUrl: `${origin}/cc-payment-cancel?uuid=${id}`,
  failureUrl: `${origin}/cc-payment-failure?uuid=${id}`,
  successUrl: `${origin}/cc-payment-success?uuid=${id}`,
  supportedCardTypes: ['VISA', 'MASTER', 'AMEX'] as ('VISA' | 'MASTER' | 'AMEX')[],
  enable3DS: true as const,
})

export const paymentUrls = (world: TestApp, id: string) => paymentUrlsAt(world.origin, id)

/** A customer in a new browser with a priced quote, and the calls for it. */
export async function ratedCustomer(world: TestApp, wishes: QuoteOptions = {}) {
  const client = await world.browser()
  const quote = await createRatedQuote(client, wishes)
  const { id } = quote
  return {
    client,
    quote,
    amend: (body = quote.body) => client.call('quoteAmend', { body }),
    savePolicyholders: (who = policyholder) => savePolicyholders(client, quote, who),
    bind: (body = bindBody(quote)) => client.call('quoteBind', { body }),
    openPage: () => client.call('paymentCreate', { body: paymentUrls(world, id) }),
    retry: () => client.call('paymentRetry', { body: { uuid: id } }),
    retrievePolicy: () => client.call('policyRetrieve', { query: { uuid: id } }),
    prospect: () => client.call('prospectCar', { query: { id } }),
  }
}

/** The same, with policyholders: ready to pay. */
export async function customerReadyToPay(world: TestApp, wishes: QuoteOptions = {}) {
  const customer = await ratedCustomer(world, wishes)
  await customer.savePolicyholders()
  return customer
}

/** Opens the card page of a quote; returns its URL. */
export async function openCardPage(world: TestApp, client: Client, id: string): Promise<string> {
  const page = await client.call('paymentCreate', { body: paymentUrls(world, id) })
  return page.ok().data.attributes.url
}

/** Changes these calls of the insurer or of the card partner; a change may use the real ones. */
export const withInsurer = (
  change: (real: Dependencies['insurer']) => Partial<Dependencies['insurer']>,
): TestOverrides => ({
  around: wired => ({ ...wired, insurer: { ...wired.insurer, ...change(wired.insurer) } }),
})
export const withCards = (
  change: (real: Dependencies['cards']) => Partial<Dependencies['cards']>,
): TestOverrides => ({ around: wired => ({ ...wired, cards: { ...wired.cards, ...change(wired.cards) } }) })

/** The same services, but in their transactions this compare-and-set loses the first `times` races. */
export function withLostUpdates(
  services: Dependencies,
  name: 'createBindAttempt' | 'setQuoteStatus' | 'transitionBindAttempt' | 'transitionPayment',
  times: number,
): Dependencies {
  let left = times
  return {
    ...services,
    withTransaction: work =>
      services.withTransaction(tx => {
        const statement = tx[name] as (...parameters: unknown[]) => Promise<boolean>
        const losing = async (...parameters: unknown[]) => (left-- > 0 ? false : statement(...parameters))
        return work({ ...tx, [name]: losing })
      }),
  }
}
