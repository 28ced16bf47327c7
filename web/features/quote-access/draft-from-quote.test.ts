/** Tests of turning a stored prospect into draft answers. */
import { describe, expect, test } from 'vitest'
import { addressText } from '#journey/address.ts'
import type { FormAnswers } from '#journey/questions/form-answers.ts'
import { toYesNo } from '#journey/questions/yes-no-questions.ts'
import { completeChoice } from '#test/complete-quote.ts'
import { address, indicators } from '#test/samples/customer.ts'
import { formOf } from '#test/samples/form-answers.ts'
import { quoteAttributes } from '#test/samples/quote-attributes.ts'
import { draftFromQuote, mergeIntoDraft, type StoredQuote } from './draft-from-quote.ts'

const registered: StoredQuote = {
  quoteId: '8a0d2a1e-29a4-4c3f-9a0e-0c6b7e1f2a3b',
  isPartnerQuote: false,
  status: 'DRAFT',
  needsIdentityCheck: false,
  vehicle: { regNumber: 'JHU968' },
  addressDetails: [],
  drivers: [],
  policyHolderDetails: [],
}
const vehicleDetails = {
  transmission: 'Automatic',
  vehicleKey: 'corolla-a',
  model: 'Toyota Corolla 2014 GX',
  value: 13_700,
  isFinanced: 'YES',
  financeCompany: 'TSB',
} as const
const taken = (compensationSubType: 'HireCar' | 'RoadsideAssist') =>
  ({ compensationSubType, appliedIndicator: true, code: 'TAKEN' }) as const
type Attributes = NonNullable<StoredQuote['quote']>['data']['attributes']
const attributes: Attributes = {
  ...quoteAttributes,
  policyComponent: {
    ...quoteAttributes.policyComponent,
    coverages: [
      {
        policyCoverType: 'THIRD_PARTY_FIRE_THEFT',
        imposedExcess: 500,
        voluntaryExcess: 300,
        compensations: [taken('HireCar'), taken('RoadsideAssist')],
      },
    ],
  },
  policyDetails: { quoteNum: 'Q123', billingInfo: { frequency: 'MONTHLY' } },
  policyInceptionDate: '2026-12-01',
  carValue: 14_000,
}
const quoteWith = (changes: Partial<Attributes>) => ({ data: { attributes: { ...attributes, ...changes } } })
const quote = quoteWith({})
const whole: StoredQuote = {
  ...registered,
  status: 'QUOTED',
  quoteNumber: 'Q123',
  cover: 'THIRD_PARTY_FIRE_THEFT',
  vehicleDetails,
  addressDetails: [
    { ...address, type: 'RISK' },
    { ...address, type: 'POSTAL', postcode: '1025' },
  ],
  drivers: [
    { givenName: 'Tama', surname: "O'Brien", dateOfBirth: '1988-02-01', type: 'Driver2', incidentCount: '0' },
    {
      givenName: 'Aroha',
      surname: 'Ngātai',
      dateOfBirth: '1990-03-27',
      type: 'Primary',
      incidentCount: '1',
      issue1: 'CLAIM_EXCESS',
      month1: 3,
      year1: 2025,
    },
  ],
  indicators: toYesNo(indicators),
  policyHolderDetails: [
    {
      title: 'Ms',
      firstName: 'Aroha',
      lastName: 'Ngātai',
      dateOfBirth: '1990-03-27',
      email: 'aroha@example.co.nz',
      mobile: '0271234567',
      businessName: 'Kererū Trust',
    },
  ],
  quote,
}

function filled(prospect: StoredQuote) {
  const resumed = draftFromQuote(prospect)
  if (resumed.kind === 'over') throw new Error(`left for ${resumed.path}`)
  return resumed
}

test.each([
  ['CONVERTED', '/converted'],
  ['EXPIRED', '/expired'],
  // The policy may not exist yet: that page polls until it does.
  ['BINDING', `/paymentsuccess?id=${whole.quoteId}`],
] as const)('[ENTRY-07] %s leads to %s and fills nothing in', (status, path) => {
  expect(draftFromQuote({ ...whole, status })).toEqual({ kind: 'over', path })
})

describe('the filled draft', () => {
  test('[ENTRY-07] the car: income use and modifications become No, and finance Yes only with a lender', () => {
    expect(filled({ ...registered, vehicleDetails }).answers).toEqual(
      formOf({
        'car.plate': 'JHU968',
        'car.transmission': 'Automatic',
        'car.vehicleKey': 'corolla-a',
        'car.businessUse': 'NO',
        'car.modification': 'NO',
        'car.isFinanced': 'YES',
        'car.financeCompany': 'TSB',
        'car.carValue': '13700',
      }),
    )
    const { financeCompany: _, ...unfinanced } = vehicleDetails
    expect(filled({ ...registered, vehicleDetails: unfinanced }).answers.car.isFinanced).toBe('NO')
    expect(filled(registered).answers.car.isFinanced).toBe('NO')
  })

  test('[DRIVER-05] [SHELL-14] [ENTRY-05] every driver in order with the incidents, every policyholder, both addresses', () => {
    const { answers, draftState } = filled(whole)
    const incidents = [{ claimCode: 'CLAIM_EXCESS', month: '3', year: '2025' }]
    const aroha = { firstName: 'Aroha', lastName: 'Ngātai', dateOfBirth: '27/03/1990', incidentCount: '1' }
    expect(answers).toMatchObject({
      car: { riskAddress: addressText(address) },
      driver: {
        criminalRecord: 'NO',
        drivers: [
          { ...aroha, incidents },
          { firstName: 'Tama', incidentCount: '0' },
        ],
      },
      policyholders: {
        applicantType: 'Business',
        businessName: 'Kererū Trust',
        policyholders: [{ title: 'Ms', mobileCode: '027', mobile: '1234567' }],
        postalAddress: addressText({ ...address, postcode: '1025' }),
      },
    })
    // The incidents count as accepted, unchanged.
    expect(draftState.acceptedIncidents).toEqual([incidents, []])
  })

  test('[ENTRY-07] [DRIVER-01] restores the criminal record answer, and leaves it empty when it was not answered', () => {
    const { indicators: _, ...unsaid } = { ...whole, status: 'DECLINED' } as const
    const restored = (stored: Pick<StoredQuote, 'indicators'>) =>
      filled({ ...unsaid, ...stored }).answers.driver.criminalRecord
    expect(restored({ indicators: { ...toYesNo(indicators), criminalRecord: 'YES' } })).toBe('YES')
    expect(restored({})).toBe('')
  })

  const chosen = {
    cover: 'THIRD_PARTY_FIRE_THEFT',
    excessFreeWindow: 'NO',
    hireCar: 'YES',
    frequency: 'MONTHLY',
    startDate: '01/12/2026',
  }

  test('[ENTRY-09] cover, options, excess, frequency, start and value as stored at the insurer', () => {
    expect(filled(whole)).toMatchObject({
      answers: {
        cover: { ...chosen, voluntaryExcess: '300', roadsideAssistance: 'YES' },
        car: { carValue: '14000' },
      },
      draftState: { quoteNumber: 'Q123', quote: quote.data.attributes },
    })
  })

  test('[SHELL-14] the stored choices of a quote without a current price', () => {
    const { quote: _, ...unpriced } = whole
    const without = { voluntaryExcess: 0, excessFreeWindow: false, roadsideAssistance: false } as const
    const choice = { ...completeChoice, ...without, cover: 'THIRD_PARTY_FIRE_THEFT' } as const
    expect(filled({ ...unpriced, choice }).answers).toMatchObject({
      cover: { ...chosen, voluntaryExcess: '0', roadsideAssistance: 'NO' },
      car: { carValue: '13700' },
    })
  })

  test('[SHELL-14] [HOLDER-07] the payment method of instalments; an annual payment by card is no choice', () => {
    const method = { paymentMethod: 'Credit_Card', paymentStartDate: '2026-12-05' } as const
    const chosen = { paymentMethod: 'Credit_Card', paymentStartDate: '05/12/2026' }
    expect(filled({ ...whole, ...method }).answers.payment).toMatchObject(chosen)
    const policyDetails = { ...attributes.policyDetails, billingInfo: { frequency: 'ANNUAL' as const } }
    const annual = { ...whole, ...method, quote: quoteWith({ policyDetails }) }
    expect(filled(annual).answers.payment.paymentMethod).toBe('')
  })

  test.each([
    ['a partner’s third-party quote', 'THIRD_PARTY', true, ''],
    ['our own third-party quote', 'THIRD_PARTY', false, '14000'],
    ['a partner’s fire and theft quote', 'THIRD_PARTY_FIRE_THEFT', true, '14000'],
    ['a partner’s comprehensive quote', 'COMPREHENSIVE', true, '14000'],
  ] as const)('[ENTRY-07] the value of %s', (_what, cover, isPartnerQuote, carValue) => {
    const { answers, draftState } = filled({ ...whole, cover, isPartnerQuote })
    expect(answers.car.carValue).toBe(carValue)
    // What the server keeps is not lost with it: a car that is only moved is saved with its value.
    expect(draftState.clearedValueDollars).toBe(carValue === '' ? 13_700 : undefined)
  })
})

describe('the person that a partner registered', () => {
  const names = { firstName: 'Aroha', lastName: 'Ngātai' }
  const email = 'aroha@example.nz'
  const partner = { source: 'dealer network', partnerId: 'dealer-1' }
  const applicant = { ...names, email, mobilePhone: '0271234567', ...partner }
  const contact = { email, mobileCode: '027', mobile: '1234567' }
  const both = { driver: names, policyholder: { ...names, ...contact } }
  const people = (answers: FormAnswers) => ({
    driver: answers.driver.drivers[0],
    policyholder: answers.policyholders.policyholders[0],
  })

  test('[EDGE-04] prefills driver 1 and policyholder 1 and is marked as prefilled', () => {
    const { answers, draftState } = filled({ ...registered, applicant })
    expect(people(answers)).toMatchObject(both)
    expect(draftState).toMatchObject({ prefilled: both, partnerId: 'dealer-1', source: 'dealer network' })
  })

  test.each([
    ['a first name', { firstName: 'Aroha' }, ['firstName'], ['firstName']],
    ['an e-mail', { email: 'aroha@example.nz' }, [], ['email']],
    ['a mobile', { mobilePhone: '0211234567' }, [], ['mobileCode', 'mobile']],
    ['nothing but a source', { source: 'openroad' }, [], []],
  ])('[EDGE-04] an applicant with only %s prefills only that', (_what, known, ofDriver, ofPolicyholder) => {
    const { prefilled } = filled({ ...registered, applicant: known }).draftState
    expect(Object.keys(prefilled?.driver ?? {})).toEqual(ofDriver)
    expect(Object.keys(prefilled?.policyholder ?? {})).toEqual(ofPolicyholder)
  })

  test('[EDGE-04] with drivers only the contact is prefilled, and with policyholders nothing', () => {
    const priced = filled({ ...whole, policyHolderDetails: [], applicant })
    expect(priced.draftState.prefilled).toEqual({ driver: {}, policyholder: contact })
    expect(people(priced.answers).policyholder?.firstName).toBe('')
    expect(filled({ ...whole, applicant }).draftState.prefilled).toEqual({ driver: {}, policyholder: {} })
  })

  test('[EDGE-04] [SHELL-14] keeps what was typed in this tab', () => {
    const typed = formOf({
      'driver.drivers.0.firstName': 'Mere',
      'policyholders.policyholders.0.email': 'mere@example.nz',
    })
    const own = { answers: () => typed, state: () => ({ quoteId: registered.quoteId }) }
    const resumed = mergeIntoDraft(own, { ...registered, applicant })
    if (resumed.kind === 'over') throw new Error('the quote is over')
    expect(people(resumed.answers)).toMatchObject({
      driver: { ...names, firstName: 'Mere' },
      policyholder: { ...names, ...contact, email: 'mere@example.nz' },
    })
    expect(resumed.draftState).toMatchObject({ prefilled: both })
  })
})

test('[QUOTE-09] a quote whose declaration was not accepted still needs one', () => {
  const needsDeclaration = (declarationAgreed: boolean | undefined) =>
    filled({ ...whole, declarationAgreed }).draftState.needsDeclaration
  expect([false, true, undefined].map(needsDeclaration)).toEqual([true, false, false])
})

test.each([
  ['only a plate', registered, 'car'],
  ['a car', { ...registered, vehicleDetails }, 'driver'],
  ['a price', { ...whole, policyHolderDetails: [] }, 'quote'],
  ['policyholders', whole, 'policyholder'],
  ['a price, but the person is not confirmed', { ...whole, needsIdentityCheck: true, drivers: [] }, 'car'],
] as [string, StoredQuote, string][])(
  '[ENTRY-10] [SHELL-02] with %s the furthest step is %s',
  (_what, prospect, furthest) => {
    expect(filled(prospect).draftState.furthestStep).toBe(furthest)
  },
)
