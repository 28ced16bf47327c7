/** Tests of opening a stored quote in this tab. */
import { describe, expect, test } from 'vitest'
import { personName } from '#contract/schemas/common.ts'
import { encodeDriver } from '#contract/wire/rating-answers.ts'
import { type CarForm, emptyCar, emptyDriver, type FieldPath } from '#journey/questions/form-answers.ts'
import { captchaFailed, errorResult, networkError, noContent, ok } from '#test/samples/api-results.ts'
import { carIndicatorTexts, driver, policyholder } from '#test/samples/customer.ts'
import { fakeApi } from '#test/samples/fake-api.ts'
import { formOf } from '#test/samples/form-answers.ts'
import { quoteAttributes } from '#test/samples/quote-attributes.ts'
import type { ApiResult } from '#web/api/request-and-response.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import type { Session } from '#web/features/session/session.ts'
import type { StoredQuote } from './draft-from-quote.ts'
import { findQuoteByLink, findQuoteByOwnerDetails, loginFailedPath, openQuote } from './open-quote.ts'

const prospect: StoredQuote = {
  quoteId: 'q1',
  isPartnerQuote: false,
  status: 'QUOTED',
  quoteNumber: 'Q123',
  needsIdentityCheck: false,
  vehicle: { regNumber: 'JHU968' },
  addressDetails: [],
  drivers: [],
  policyHolderDetails: [],
}

const vehicleDetails = {
  transmission: 'Automatic',
  vehicleKey: 'corolla-a',
  model: 'Toyota Corolla',
  value: 13_700,
  isFinanced: 'YES',
  financeCompany: 'ANZ',
} as const
const priced: StoredQuote = { ...prospect, vehicleDetails, quote: { data: { attributes: quoteAttributes } } }

/** A tab whose calls get this reply; `stored` is what its session got. */
function setUp(reply: ApiResult<unknown> = networkError) {
  const asked: unknown[] = []
  const stored: string[] = []
  const api = fakeApi((name, request) => {
    asked.push([name, request])
    return reply
  })
  const session = {
    setToken: (token: string) => stored.push(`token ${token}`),
    rememberQuote: (number: string) => stored.push(`quote ${number}`),
  } as unknown as Session
  const draft = createDraft(null)
  const open = (opened: StoredQuote, more: { sessionToken?: string; isWanted?: () => boolean } = {}) =>
    openQuote({ draft, session, prospect: opened, isWanted: () => true, ...more })
  return { api, asked, stored, draft, open }
}
const owner = { quoteNumber: 'Q123', dateOfBirth: '27/03/1990', postcode: '0610' }

describe('fetching', () => {
  test('[ENTRY-05] [ENTRY-02] by link: the id alone, or with the typed number', async () => {
    const { api, asked } = setUp(ok(prospect))
    expect(await findQuoteByLink(api, { id: 'q1' })).toEqual({ prospect })
    const link = { id: 'q1', sessionToken: 'jwt' }
    expect(await findQuoteByLink(api, link, 'Q123')).toEqual({ prospect, sessionToken: 'jwt' })
    expect(asked).toEqual([
      ['prospectCar', { query: { id: 'q1' } }],
      ['prospectCar', { query: { id: 'q1', quoteNum: 'Q123' } }],
    ])
  })

  test('[ENTRY-06] by owner: number, date of birth and postcode; the response starts the session', async () => {
    const { api, asked, stored } = setUp(ok({ JWT: 'jwt', prospect }))
    expect(await findQuoteByOwnerDetails(api, owner)).toEqual({ prospect, sessionToken: 'jwt' })
    expect(stored).toEqual([])
    const insuredDetails = { customerDob: '1990-03-27', customerPostcode: '0610' }
    const body = { type: 'quotes', attributes: { insuredDetails, quoteNumber: 'Q123' } }
    expect(asked).toEqual([['quoteRetrieve', { body }]])
  })

  test.each([
    ['nothing found', noContent],
    ['too many tries', errorResult('TOO_MANY_REQUESTS')],
    ['no network', networkError],
  ])('[ENTRY-02] [ENTRY-06] %s opens no quote and keeps no session', async (_what, reply) => {
    const { api, stored } = setUp(reply)
    expect(await findQuoteByOwnerDetails(api, owner)).toBeNull()
    expect(await findQuoteByLink(api, { id: 'q1' }, 'Q123')).toBeNull()
    expect(stored).toEqual([])
  })

  test('[SHELL-09] [ENTRY-02] after an unfinished security check nothing is known about the quote', async () => {
    const { api, stored } = setUp(captchaFailed)
    expect(await findQuoteByOwnerDetails(api, owner)).toBe('captcha-failed')
    expect(await findQuoteByLink(api, { id: 'q1' }, 'Q123')).toBe('captcha-failed')
    expect(stored).toEqual([])
  })
})

describe('filling the draft', () => {
  test('[ENTRY-07] another quote replaces the draft of this tab, and its number is stored', async () => {
    const { draft, stored, open } = setUp()
    draft.setAnswers(formOf({ 'car.plate': 'OLD111', 'driver.drivers.0.firstName': 'Someone' }))
    draft.setState({ quoteId: 'q0' })
    await open(prospect, { sessionToken: 'jwt' })
    const answers = formOf({ 'car.plate': 'JHU968', ...carIndicatorTexts, 'car.isFinanced': 'NO' })
    expect(draft.answers()).toEqual(answers)
    expect(draft.state()).toMatchObject({ quoteId: 'q1', quoteNumber: 'Q123', registeredPlate: 'JHU968' })
    expect(stored).toEqual(['token jwt', 'quote Q123'])
  })

  const { drivers: _drivers, ...unreadable } = prospect
  test.each([
    ['a page that was left meanwhile', prospect, false, null],
    ['a quote that cannot be read', unreadable, true, { kind: 'over', path: '/error-occurred' }],
  ])('[ENTRY-07] [SHELL-14] [PAY-10] %s changes nothing', async (_what, opened, isWanted, result) => {
    const { draft, stored, open } = setUp()
    draft.setAnswers(formOf({ 'car.plate': 'AQU512' }))
    draft.setState({ quoteId: 'q0' })
    const options = { sessionToken: 'jwt', isWanted: () => isWanted }
    expect(await open(opened as StoredQuote, options)).toEqual(result)
    expect(draft.answers()).toEqual(formOf({ 'car.plate': 'AQU512' }))
    expect(stored).toEqual([])
  })

  test('[SHELL-14] keeps the answers typed in this tab for the same quote, because they are newer', async () => {
    const { draft, open } = setUp()
    draft.setAnswers({
      car: { plate: 'JHU968', carValue: '15000', businessUse: '' },
      payment: { paymentMethod: 'BANK_TRANSFER' },
    })
    draft.setState({ quoteId: 'q1' })
    await open(prospect)
    expect(draft.answers()).toMatchObject({
      car: { carValue: '15000', businessUse: 'NO' },
      payment: { paymentMethod: 'BANK_TRANSFER' },
    })
  })

  test.each([
    ['as the server has them', 'ANZ', 'quote'],
    ['as the server has them, with a blank behind', 'ANZ ', 'quote'],
    ['changed and not sent', 'ASB', 'car'],
  ] as const)(
    '[ENTRY-10] [SHELL-02] answers of step 1 %s set the furthest step',
    async (_what, lender, furthest) => {
      const { draft, open } = setUp()
      draft.setAnswers({ car: { plate: 'JHU968', isFinanced: 'YES', financeCompany: lender } })
      draft.setState({ quoteId: 'q1' })
      await open(priced)
      expect(draft.answers().car.financeCompany).toBe(lender)
      expect(draft.state().furthestStep).toBe(furthest)
    },
  )

  test.each([
    ['Mary  Ngāio ', 'Mary  Ngāio ', 'quote'],
    [' Ngāio'.normalize('NFD'), ' Ngāio'.normalize('NFD'), 'quote'],
    ['Ngāio', 'Ngaio ', 'car'],
  ] as const)(
    '[ENTRY-10] [SHELL-02] a driver stored as %j, in the tab as %j, makes the furthest step %s',
    async (sent, typed, furthest) => {
      const { draft, open } = setUp()
      draft.setAnswer('driver.drivers.0.firstName', typed)
      draft.setState({ quoteId: 'q1' })
      const kept = { givenName: personName.parse(sent), surname: 'Smith', dateOfBirth: '1990-03-27' }
      const drivers = [{ ...kept, type: 'Primary', incidentCount: '0' } as const]
      await open({ ...priced, drivers })
      expect(draft.answers().driver.drivers[0]?.firstName).toBe(typed)
      expect(draft.state().furthestStep).toBe(furthest)
    },
  )

  test.each([
    [true, 2, 'Business'],
    [undefined, 1, 'Private'],
  ] as const)(
    '[ENTRY-06] [SHELL-14] after the identity check the people from another device are shown: %s',
    async (needsIdentityCheck, count, applicantType) => {
      const { draft, open } = setUp()
      draft.setAnswer('policyholders.applicantType', 'Private')
      draft.setAnswer('policyholders.policyholders.0.firstName', 'Māia')
      // The quote was made of two drivers, and one was removed in this tab.
      draft.setState({ quoteId: 'q1', needsIdentityCheck, acceptedIncidents: [[], []] })
      const drivers = (['Primary', 'Driver2'] as const).map(type => encodeDriver({ ...driver, type }))
      const policyHolderDetails = [{ ...policyholder, businessName: 'Kauri Ltd' }, policyholder]
      await open({ ...priced, drivers, policyHolderDetails })
      const answers = draft.answers()
      expect(answers.driver.drivers).toHaveLength(count)
      expect(answers.policyholders).toMatchObject({ applicantType })
      expect(answers.policyholders.policyholders).toHaveLength(count)
    },
  )

  // The plate names the quote, and its value stands in the price: the quote's page sees for itself whether it differs.
  const { plate: _plate, carValue: _value, ...sentCar } = emptyCar
  test.each([
    ...Object.keys(sentCar).map(name => `car.${name}` as FieldPath),
    ...Object.keys(emptyDriver).map(name => `driver.drivers.0.${name}` as FieldPath),
  ])('[SHELL-02] [CAR-12] [DRIVER-07] unsent changes of %s lead through steps 1 and 2 again', async field => {
    const { draft, open } = setUp()
    draft.setAnswer(field, 'changed here')
    draft.setState({ quoteId: 'q1' })
    await open(priced)
    expect(draft.state().furthestStep).toBe('car')
  })

  const found = (transmission: string, vehicleKey: string) => ({
    foundModels: { plate: 'JHU968', transmission, models: [{ vehicleKey, vehicleDescription: 'Toyota' }] },
  })
  const bandFor = (vehicleKey: string) => ({
    valueBand: { vehicleKey, minimumDollars: 1, maximumDollars: 2 },
  })
  const manualModel = { ...found('Manual', 'corolla-m'), ...bandFor('corolla-m') }
  const otherModel = { ...found('Automatic', 'corolla-b'), ...bandFor('corolla-b') }
  test.each<[string, Partial<CarForm>, DraftState, string]>([
    ['another transmission', { transmission: 'Manual' }, found('Manual', 'corolla-m'), ''],
    [
      'another one and its model',
      { transmission: 'Manual', vehicleKey: 'corolla-m' },
      manualModel,
      'corolla-m',
    ],
    ['another transmission, being looked up', { transmission: 'Manual' }, {}, ''],
    ['another model', { transmission: 'Automatic', vehicleKey: 'corolla-b' }, otherModel, 'corolla-b'],
    ['the same again', { transmission: 'Automatic' }, found('Automatic', 'corolla-a'), 'corolla-a'],
  ])('[CAR-02] [CAR-05] [ENTRY-07] %s keeps its models', async (_what, answers, draftState, vehicleKey) => {
    const { draft, open } = setUp()
    // A partly typed plate is replaced.
    draft.setAnswers({ car: { plate: 'JHU9', ...answers } })
    draft.setState({ quoteId: 'q1', ...draftState })
    await open(priced)
    const { transmission } = answers
    expect(draft.answers().car).toMatchObject({ plate: 'JHU968', transmission, vehicleKey })
    const { foundModels, valueBand } = draft.state()
    expect({ foundModels, valueBand }).toEqual({
      foundModels: undefined,
      valueBand: undefined,
      ...draftState,
    })
  })

  test('[ENTRY-07] a partner’s third party quote still has no value after the identity check', async () => {
    const { draft, open } = setUp()
    const ofPartner = { isPartnerQuote: true, cover: 'THIRD_PARTY', needsIdentityCheck: true } as const
    const thirdParty: StoredQuote = { ...prospect, ...ofPartner, vehicleDetails }
    await open(thirdParty)
    expect(draft.answers().car.carValue).toBe('')
    await open({ ...thirdParty, needsIdentityCheck: false })
    expect(draft.answers().car.carValue).toBe('')
    await open({ ...thirdParty, quoteId: 'q2', isPartnerQuote: false })
    expect(draft.answers().car.carValue).toBe('13700')
  })

  test.each([
    ['half way through another quote, whose session stays', 'q0', []],
    ['of that very quote', 'q1', ['token jwt']],
    ['without one', undefined, ['token jwt']],
  ] as const)(
    '[ENTRY-07] [SHELL-10] a closed quote does not change the draft of a tab %s',
    async (_what, quoteId, tokens) => {
      const { draft, stored, open } = setUp()
      draft.setAnswer('car.plate', 'OLD111')
      draft.setState({ quoteId })
      const over = await open({ ...prospect, status: 'EXPIRED' }, { sessionToken: 'jwt' })
      expect(over).toEqual({ kind: 'over', path: '/expired' })
      expect(draft.answers()).toEqual(formOf({ 'car.plate': 'OLD111' }))
      expect(stored).toEqual(tokens)
    },
  )
})

test.each([
  [null, 'openroad', '/page-not-found'],
  ['p7', 'openroad', '/turners/page-not-found'],
  [null, 'turners', '/turners/page-not-found'],
  [null, 'fern', '/page-not-found'],
])('[ENTRY-03] a failed login with partner id %s on %s', (partnerId, brand, path) => {
  expect(loginFailedPath(partnerId, brand)).toBe(path)
})
