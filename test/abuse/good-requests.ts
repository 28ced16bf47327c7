/** A valid request for every call on a quote, which abuse tests change in one point, and a captcha that trusts tokens. */
import type { EndpointName } from '#contract/routes.ts'
import type { Captcha } from '#partners/captcha/port.ts'
import type { CallOptions } from '#test/client.ts'
import {
  bindBody,
  paymentUrls,
  policyholder,
  type RatedCustomer,
  ratedBody,
  retrieveBody,
} from '#test/purchase.ts'
import { plate } from '#test/samples/customer.ts'
import type { TestApp } from '#test/test-app.ts'

export type GoodRequests = { readonly [N in EndpointName]: CallOptions<N> }

/** A call without a row here does not compile. */
export function goodRequests(
  world: TestApp,
  quote: RatedCustomer,
  policyNumber = 'OR000000000',
): GoodRequests {
  const { id, car } = quote
  const address = { addressInFreeForm: { addressLine1: '88 Remuera Road' } }
  return {
    login: { body: { user_id: id, password: quote.token } },
    session: {},
    captchaChallenge: { query: { use: 'visible' } },
    validateRecaptcha: { query: { captchaRequest: 'token' } },
    vehicleDetails: { params: { regNumber: plate } },
    registration: { body: { registrationNumber: plate, source: 'openroad' } },
    vehicleLookup: { body: { registrationOrVin: plate, transmission: 'Automatic' } },
    sumInsured: { body: { vehicleKey: car.vehicleKey } },
    addressSuggest: { query: { q: '88 Remuera' } },
    addressRisk: { body: address },
    addressPostal: { body: address },
    prospectCar: { query: { id } },
    quoteCreate: { body: ratedBody(id, car) },
    quoteAmend: { body: ratedBody(id, car, { voluntaryExcess: 500 }) },
    quoteRetrieve: { body: retrieveBody(quote) },
    emailQuote: { body: { id, email: policyholder.email } },
    quoteBind: { body: bindBody(quote) },
    paymentCreate: { body: paymentUrls(world, id) },
    paymentRetry: { body: { uuid: id } },
    policyRetrieve: { query: { uuid: id } },
    directDebitTerm: {},
    documentRetrieve: { body: { documentType: 'New Business', policyNumber, uuid: id } },
    calendarRetrieve: { query: { uuid: id } },
  }
}

/** The path of every number and text: 'drivers.0.surname'. */
export const leafPaths = (value: unknown): string[] =>
  Object.entries(value ?? {}).flatMap(([key, inner]) =>
    typeof inner === 'object' ? leafPaths(inner).map(path => `${key}.${path}`) : [key],
  )

/** A copy of a body with another value at this path: 'drivers.0.surname'. */
export function withLeaf<Body>(body: Body, path: string, leaf: unknown): Body {
  const copy = structuredClone(body)
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const parent = keys.reduce<object>((part, key) => Reflect.get(part, key), Object(copy))
  Reflect.set(parent, last, leaf)
  return copy
}

let tokens = 0
/** A token that `trustingCaptcha` accepts as human. */
export const humanToken = (): string => {
  tokens += 1
  return `person-${tokens}`
}
/** A token that `trustingCaptcha` accepts as a passed visible check. */
export const visibleToken = (): string => `seen-${humanToken()}`

/** A captcha that accepts every claim to be human or to have passed the visible check. */
export const trustingCaptcha: Captcha = {
  kind: 'recaptcha',
  challenge: async () => null,
  verify: async ({ token }) => (token.startsWith('person') ? 'human' : 'invalid'),
  verifyVisible: async ({ token }) => (token.startsWith('seen') ? 'human' : 'invalid'),
  identityOf: token => token,
}
