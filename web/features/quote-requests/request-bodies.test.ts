/** Tests of every request body that the steps send, against the contract's schemas. */
import { describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { coverOptions } from '#journey/cover.ts'
import { type CarForm, emptyCar } from '#journey/questions/form-answers.ts'
import { toYesNo } from '#journey/questions/yes-no-questions.ts'
import { accountTexts, address, bankAccount, indicators } from '#test/samples/customer.ts'
import { type FormTexts, formOf } from '#test/samples/form-answers.ts'
import { quoteAttributes } from '#test/samples/quote-attributes.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import { bindRequestBody } from './bind-request-body.ts'
import { carRequestBody, ratingRequestBody } from './car-and-rating-request-bodies.ts'
import { cardPaymentRequestBody, policyholdersRequestBody } from './policyholder-step-request-bodies.ts'

const today = '2026-11-21'
const draftState = {
  quoteId: '8a0d2a1e-29a4-4c3f-9a0e-0c6b7e1f2a3b',
  riskAddress: address,
  postalAddress: { ...address, addressId: '', signature: '' },
  quote: quoteAttributes,
} satisfies DraftState
/** A main driver with one incident in use and one not, and a second driver. */
const texts: FormTexts = {
  ...accountTexts,
  'car.vehicleKey': 'TOY-COR-1',
  'car.carValue': '$15,000',
  'driver.drivers.0.incidentCount': '1',
  'driver.drivers.0.incidents.0.claimCode': 'CLAIM_EXCESS',
  'driver.drivers.0.incidents.0.month': '3',
  'driver.drivers.0.incidents.0.year': '2025',
  'driver.drivers.0.incidents.1.claimCode': 'FAULT_EXCESS',
  'driver.drivers.1.firstName': 'Tama',
  'driver.drivers.1.lastName': "O'Brien",
  'driver.drivers.1.dateOfBirth': '01/02/1988',
  'driver.drivers.1.incidentCount': '0',
}
const answers = formOf(texts)
/** The answers with other texts. */
const withTexts = (changed: FormTexts) => formOf({ ...texts, ...changed })
const rated = (changed: FormTexts = {}, state: DraftState = draftState) =>
  ratingRequestBody(withTexts(changed), state, { today })

describe('quote/create in step 1', () => {
  const model = { transmission: 'Manual', vehicleKey: 'corolla-a' }
  const lender = { isFinanced: 'YES', financeCompany: 'TSB' }
  const car: CarForm = { ...emptyCar, ...model, ...lender, plate: 'JHU968', carValue: '$13,700' }
  const vehicleDescription = 'Toyota Corolla 2014 GX'
  const models = [{ vehicleKey: model.vehicleKey, vehicleDescription }]
  const found = { ...draftState, foundModels: { plate: car.plate, transmission: model.transmission, models } }

  it('[CAR-08] [CAR-12] [EDGE-08] sends the car in the agreed shape, without a lender that is no longer needed', () => {
    const body = carRequestBody(car, found)
    expect(endpoints.quoteCreate.body.parse(body)).toMatchObject({ id: draftState.quoteId })
    expect(body).toEqual({
      id: draftState.quoteId,
      vehicleDetails: { ...model, ...lender, model: vehicleDescription, value: 13_700 },
      addressDetails: { ...address, type: 'RISK' },
    })
    const unfinanced = carRequestBody({ ...car, isFinanced: 'NO' }, found)
    expect(unfinanced?.vehicleDetails).not.toHaveProperty('financeCompany')
  })

  it.each([
    ['no quote yet', {}, { ...found, quoteId: '' }],
    ['a model not on the list', { vehicleKey: 'aqua-a' }, found],
    ['no transmission', { transmission: '' }, found],
    ['no address', {}, { ...found, riskAddress: undefined }],
  ])('[CAR-12] %s gives no request', (_what, patch, known) => {
    expect(carRequestBody({ ...car, ...patch }, known as DraftState)).toBeNull()
  })

  it('[ENTRY-07] [QUOTE-14] a partner’s quote whose value was cleared is saved with the value it has', () => {
    const cleared = { ...found, clearedValueDollars: 14_000 }
    expect(carRequestBody({ ...car, carValue: '' }, cleared)?.vehicleDetails.value).toBe(14_000)
    expect(carRequestBody(car, cleared)?.vehicleDetails.value).toBe(13_700)
  })
})

describe('quote/create in step 2 and quote/amend', () => {
  it('[EDGE-08] [QUOTE-04] [QUOTE-06] [QUOTE-07] sends comprehensive cover with value, excess, options and answers as chosen', () => {
    const body = rated({
      'cover.voluntaryExcess': '700',
      'cover.hireCar': 'YES',
      'cover.excessFreeWindow': 'YES',
      'car.modification': 'YES',
    })
    expect(endpoints.quoteAmend.body.parse(body)).toMatchObject({ id: draftState.quoteId })
    expect(endpoints.quoteCreate.body.parse(body)).toHaveProperty('drivers')
    expect(body?.attributes.coverages).toEqual([
      {
        policyCoverType: 'COMPREHENSIVE',
        voluntaryExcess: 700,
        compensations: [
          { compensationSubType: 'AgreedValue', sumInsured: 15_000 },
          { compensationSubType: 'MarketValue', sumInsured: 15_000 },
          { compensationSubType: 'WindscreenExcessWaiver', appliedIndicator: true, code: 'TAKEN' },
          { compensationSubType: 'HireCar', appliedIndicator: true, code: 'TAKEN' },
          { compensationSubType: 'LifetimeNewForOld', appliedIndicator: false, code: 'NOT_TAKEN' },
          { compensationSubType: 'RoadsideAssist', appliedIndicator: false, code: 'NOT_TAKEN' },
        ],
        risk: {
          addressDetails: { ...address, type: 'RISK' },
          vehicleRisk: {
            vehicleKey: 'TOY-COR-1',
            vehicleUsageType: 'PRIVATE',
            indicators: { ...toYesNo(indicators), modification: 'YES' },
            mainDriver: {
              dateOfBirth: '1988-04-12',
              claimHistory: [{ claimCode: 'CLAIM_EXCESS', month: 3, year: 2025 }],
            },
            additionalDrivers: [{ dateOfBirth: '1988-02-01', claimHistory: [] }],
          },
        },
      },
    ])
  })

  it('[EDGE-08] [DRIVER-05] sends the drivers and only the incidents in use', () => {
    const main = { givenName: 'Māia', surname: 'O’Brien', dateOfBirth: '1988-04-12', type: 'Primary' }
    const second = { givenName: 'Tama', surname: "O'Brien", dateOfBirth: '1988-02-01', type: 'Driver2' }
    expect(rated()?.drivers).toEqual([
      { ...main, incidentCount: '1', issue1: 'CLAIM_EXCESS', month1: 3, year1: 2025 },
      { ...second, incidentCount: '0' },
    ])
  })

  it('[EDGE-09] sends third party cover with zero values and without the options that it lacks', () => {
    const all = Object.fromEntries(coverOptions.map(option => [`cover.${option}`, 'YES']))
    const body = rated({ ...all, 'cover.cover': 'THIRD_PARTY', 'cover.voluntaryExcess': '500' })
    const [coverage] = endpoints.quoteAmend.body.parse(body).attributes.coverages
    expect(coverage?.voluntaryExcess).toBe(0)
    const sums = coverage?.compensations.flatMap(part => ('sumInsured' in part ? part.sumInsured : []))
    expect(sums).toEqual([0, 0])
    const taken = coverage?.compensations.filter(part => 'code' in part && part.code === 'TAKEN')
    expect(taken).toMatchObject([{ compensationSubType: 'RoadsideAssist', appliedIndicator: true }])
  })

  it('[EDGE-09] [QUOTE-09] sends number and history of an existing quote, and the declaration once agreed', () => {
    const first = rated({}, { quoteId: draftState.quoteId, riskAddress: address })
    expect(first?.attributes).not.toHaveProperty('policyHistory')
    const amend = ratingRequestBody(answers, draftState, { today, declarationAgreed: true })
    const { policyHistory } = quoteAttributes
    expect(endpoints.quoteAmend.body.parse(amend)).toMatchObject({
      attributes: { quoteNumber: 'Q123', policyHistory, declarationAgreed: true },
    })
  })

  it('[EDGE-08] dates are sent as yyyy-mm-dd and the policy runs one year', () => {
    expect(rated({ 'cover.startDate': '01/12/2026' })?.attributes.quoteRequestDetails).toEqual({
      frequency: 'FORTNIGHTLY',
      policyInceptionDate: '2026-12-01',
      policyExpiryDate: '2027-12-01',
      previousInsurer: 'NONE',
    })
    const leapDay = withTexts({ 'cover.startDate': '29/02/2028' })
    expect(ratingRequestBody(leapDay, draftState, { today: '2028-02-20' })?.attributes).toMatchObject({
      quoteRequestDetails: { policyExpiryDate: '2029-03-01' },
    })
  })

  it('[EDGE-08] [EDGE-18] [DRIVER-01] is null while the quote, its address or an answer is not known, which does not mean NO', () => {
    expect([rated({}, {}), rated({}, { quoteId: draftState.quoteId })]).toEqual([null, null])
    for (const field of ['car.businessUse', 'car.modification', 'driver.criminalRecord'] as const)
      expect(rated({ [field]: '' }), field).toBe(null)
  })
})

describe('quote/create in step 4', () => {
  const stepFour = (changed: FormTexts = {}) =>
    endpoints.quoteCreate.body.parse(policyholdersRequestBody(withTexts(changed), draftState, today))

  it('[HOLDER-01] [HOLDER-08] [EDGE-08] has the agreed shape, with a company only for business applicants', () => {
    const named = { 'policyholders.businessName': 'Kererū Trust' }
    const holder = { firstName: 'Māia', mobile: '0211234567', dateOfBirth: '1988-04-12' }
    expect(stepFour(named)).toMatchObject({
      policyHolderDetails: [holder],
      addressDetails: { type: 'POSTAL' },
      paymentMethod: 'BANK_TRANSFER',
    })
    expect(JSON.stringify(stepFour(named))).not.toContain('Kererū')
    expect(stepFour({ ...named, 'policyholders.applicantType': 'Business' })).toMatchObject({
      policyHolderDetails: [{ businessName: 'Kererū Trust' }],
    })
  })
})

describe('payment/create', () => {
  it('[PAY-11] sends the quote in each address, the three card schemes and 3-D Secure, for the version shown', () => {
    const site = 'https://car.example.co.nz'
    const id = draftState.quoteId
    expect(endpoints.paymentCreate.body.parse(cardPaymentRequestBody(site, draftState))).toEqual({
      cancelUrl: `${site}/cc-payment-cancel?uuid=${id}`,
      failureUrl: `${site}/cc-payment-failure?uuid=${id}`,
      successUrl: `${site}/cc-payment-success?id=${id}&uuid=${id}`,
      supportedCardTypes: ['VISA', 'MASTER', 'AMEX'],
      enable3DS: true,
      policyHistory: quoteAttributes.policyHistory,
    })
  })
})

describe('quote/bind', () => {
  const bound = (changed: FormTexts = {}, state: DraftState = draftState) =>
    bindRequestBody(withTexts(changed), state, today)

  it('[EDGE-13] [PAY-02] [PAY-04] [HOLDER-01] [HOLDER-02] sends every driver and policyholder, the account, its authoriser and the two answers, in the agreed shape', () => {
    // Every value is unique, so that a swapped one shows.
    const whole = {
      // An initial is a whole character in every script.
      'driver.drivers.1.firstName': '𠮷美',
      'driver.drivers.1.incidentCount': '2',
      'driver.drivers.1.incidents.0.claimCode': 'LICENCE_SUS',
      'driver.drivers.1.incidents.0.month': '11',
      'driver.drivers.1.incidents.0.year': '2024',
      'driver.drivers.1.incidents.1.claimCode': 'CLAIM_NO_EXCESS',
      'driver.drivers.1.incidents.1.month': '7',
      'driver.drivers.1.incidents.1.year': '2026',
      'policyholders.policyholders.0.firstName': 'Mere',
      'policyholders.policyholders.0.lastName': 'Parata',
      'policyholders.policyholders.0.dateOfBirth': '15/08/1985',
      // Dictation adds a full stop and a blank.
      'policyholders.policyholders.0.email': 'mere@example.co.nz. ',
      'policyholders.policyholders.1.title': 'Mr',
      'policyholders.policyholders.1.firstName': 'Rangi',
      'policyholders.policyholders.1.lastName': 'Hōhepa',
      'policyholders.policyholders.1.dateOfBirth': '09/10/1979',
      'policyholders.policyholders.1.email': 'rangi@example.co.nz',
      'policyholders.policyholders.1.mobileCode': '027',
      'policyholders.policyholders.1.mobile': '7654321',
      'policyholders.applicantType': 'Business',
      'policyholders.businessName': 'Kererū Trust',
      'payment.paymentStartDate': '30/11/2026',
    }
    const reached = (emailAddress: string, mobileNum: string) => ({
      contactDetails: { emailAddress, landlineNum: '', mobileNum },
    })
    const mere = { title: 'Ms', givenName: 'Mere', surname: 'Parata', dob: '1985-08-15' }
    const rangi = { title: 'Mr', givenName: 'Rangi', surname: 'Hōhepa', dob: '1979-10-09' }
    const primary = { individualPolicyHolder: { ...mere, ...reached('mere@example.co.nz', '0211234567') } }
    const other = { individualPolicyHolder: { ...rangi, ...reached('rangi@example.co.nz', '0277654321') } }
    const postalAddress = { ...draftState.postalAddress, postcode: '3450', suburb: 'Leamington' }
    const attributesOf = (changed: FormTexts) => {
      const body = bound(changed, { ...draftState, postalAddress, termsVersion: '2026-11-01' })
      expect(endpoints.quoteBind.body.parse(body)).toMatchObject({ id: draftState.quoteId, type: 'quotes' })
      return body?.attributes
    }
    expect(attributesOf(whole)).toEqual({
      bindPolicyParties: {
        primaryPolicyHolder: { ...primary, businessName: 'Kererū Trust' },
        additionalPolicyHolders: [other],
      },
      bindVehicleDetails: {
        carRegistration: 'JHU968',
        mainDriver: {
          givenName: 'Māia',
          initials: 'M',
          surname: 'O’Brien',
          dateOfBirth: '1988-04-12',
          claimHistory: [{ claimCode: 'CLAIM_EXCESS', month: 3, year: 2025 }],
        },
        additionalDrivers: [
          {
            givenName: '𠮷美',
            initials: '𠮷',
            surname: "O'Brien",
            dateOfBirth: '1988-02-01',
            claimHistory: [
              { claimCode: 'LICENCE_SUS', month: 11, year: 2024 },
              { claimCode: 'CLAIM_NO_EXCESS', month: 7, year: 2026 },
            ],
          },
        ],
      },
      endConsentDetails: {
        emailAddress: 'mere@example.co.nz',
        endConsentIndicator: true,
        mobileNumber: '0211234567',
      },
      paymentContextDetails: {
        bankPaymentDetails: bankAccount,
        // The edition that was shown, which may differ from the server's.
        directDebitTermsVersion: '2026-11-01',
        instalmentDebitDay: 30,
        paymentStartDate: '2026-11-30',
      },
      policyHistory: quoteAttributes.policyHistory,
      postalAddress: { ...postalAddress, type: 'POSTAL' },
      questions: [
        { code: '003', answer: 'N' },
        { code: '004', answer: 'N' },
      ],
      quoteDetails: {
        insuredDetails: { customerDob: '1985-08-15', customerPostcode: '1050' },
        quoteNumber: 'Q123',
      },
    })
    // A private policy leaves out the business name that was typed before.
    expect(attributesOf({ ...whole, 'policyholders.applicantType': 'Private' })?.bindPolicyParties).toEqual({
      primaryPolicyHolder: { ...primary, businessName: '' },
      additionalPolicyHolders: [other],
    })
  })

  it.each([
    ['', '', 21],
    ['', '05/12/2026', 5],
    ['09/12/2026', '05/12/2026', 9],
  ])('[PAY-03] payment "%s", policy "%s": debits on day %i', (paymentStartDate, startDate, expected) => {
    const body = bound({ 'payment.paymentStartDate': paymentStartDate, 'cover.startDate': startDate })
    expect(body?.attributes.paymentContextDetails.instalmentDebitDay).toBe(expected)
  })

  it('[EDGE-13] [HOLDER-02] is null while an earlier step is missing, or a policyholder is incomplete, so that no person is silently left out of a policy', () => {
    const { postalAddress: _, ...unaddressed } = draftState
    expect(bound({}, unaddressed)).toBe(null)
    expect(bound({ 'policyholders.policyholders.1.firstName': 'Rangi' })).toBe(null)
  })
})
