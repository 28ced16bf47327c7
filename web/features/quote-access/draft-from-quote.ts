/**
 * Turns a stored prospect into draft answers and the furthest step. The start page, the car step and the
 * return from the card page use it.
 */

import type { ReplyOf } from '#contract/endpoints.ts'
import { decodeCar } from '#contract/wire/car.ts'
import { decodeDriver } from '#contract/wire/driver.ts'
import { decodePolicyholderList } from '#contract/wire/policyholder.ts'
import { addressText } from '#journey/address.ts'
import { insuresCarValue } from '#journey/cover.ts'
import { typedDay } from '#journey/dates.ts'
import { splitMobile } from '#journey/mobile.ts'
import { driverTypes, normalizeName } from '#journey/people.ts'
import { carTexts } from '#journey/questions/car.ts'
import { driverTexts, incidentsOf } from '#journey/questions/driver.ts'
import {
  indicatorNames,
  indicatorNamesAbout,
  indicators,
  indicatorTexts,
} from '#journey/questions/indicators.ts'
import { policyholdersTexts } from '#journey/questions/policyholder.ts'
import { coverTexts } from '#journey/questions/quote.ts'
import {
  type CarForm,
  type CoverForm,
  type DriversForm,
  emptyCar,
  emptyCover,
  emptyDriver,
  emptyDrivers,
  emptyPayment,
  emptyPolicyholder,
  emptyPolicyholders,
  emptyQuoteForm,
  type PaymentForm,
  type PolicyholderForm,
  type PolicyholdersForm,
  type QuoteForm,
} from '#journey/questions/quote-form.ts'
import { type Step, steps } from '#journey/steps.ts'
import type { DraftState, Prefilled } from '#web/features/draft/draft-state.ts'
import { type Draft, mergeFormValues } from '#web/features/draft/draft-store.ts'
import { choiceOfQuote } from '#web/features/pricing/quote-price.ts'
import { closedQuotePath } from './failure-action.ts'

export type StoredQuote = ReplyOf<'prospectCar'>

export type RestoredDraft =
  | { readonly kind: 'over'; readonly path: string }
  | { readonly kind: 'filled'; readonly answers: QuoteForm; readonly draftState: DraftState }

/** A YES that is declined stops step 1, so a saved car implies a NO. */
const impliedAnswers = Object.fromEntries(
  indicatorNames.filter(name => indicators[name].declines).map(name => [name, 'NO']),
)

function carForm(prospect: StoredQuote): CarForm {
  const { vehicle, vehicleDetails } = prospect
  const riskAddress = addressOf(prospect, 'RISK')
  const quoted = prospect.quote?.data.attributes.carValue
  return {
    ...emptyCar,
    isFinanced: 'NO',
    ...(vehicleDetails && carTexts(decodeCar(vehicleDetails))),
    ...(quoted && { carValue: String(quoted) }),
    ...(clearsValue(prospect) && { carValue: '' }),
    ...indicatorTexts('car', { ...prospect.indicators, ...impliedAnswers }),
    plate: vehicle.regNumber,
    riskAddress: riskAddress ? addressText(riskAddress) : '',
  }
}

function driversForm({ drivers, indicators }: StoredQuote, prefilled: Prefilled): DriversForm {
  if (drivers.length === 0) return { ...emptyDrivers, drivers: [{ ...emptyDriver, ...prefilled.driver }] }
  const inOrder = [...drivers].sort((a, b) => driverTypes.indexOf(a.type) - driverTypes.indexOf(b.type))
  return { ...indicatorTexts('drivers', indicators), drivers: driverTexts(inOrder.map(decodeDriver)) }
}

function policyholdersForm(prospect: StoredQuote, prefilled: Prefilled): PolicyholdersForm {
  const postalAddress = addressOf(prospect, 'POSTAL')
  const form = { ...emptyPolicyholders, postalAddress: postalAddress ? addressText(postalAddress) : '' }
  if (prospect.policyHolderDetails.length === 0)
    return { ...form, policyholders: [{ ...emptyPolicyholder, ...prefilled.policyholder }] }
  return { ...form, ...policyholdersTexts(decodePolicyholderList(prospect.policyHolderDetails)) }
}

/**
 * The person that a partner registered, for the fields that are not answered yet. Once there are drivers, the
 * applicant's names are the main driver's.
 */
function prefilledFrom({ applicant = {}, drivers, policyHolderDetails }: StoredQuote): Prefilled {
  const { firstName, lastName, email, mobilePhone } = applicant
  const [mobileCode, mobile] = splitMobile(mobilePhone ?? '') ?? []
  const names = drivers.length > 0 ? {} : given({ firstName, lastName })
  return {
    driver: names,
    policyholder: policyHolderDetails.length > 0 ? {} : { ...names, ...given({ email, mobileCode, mobile }) },
  }
}

const given = <Key extends string>(
  texts: Readonly<Record<Key, string | undefined>>,
): Partial<Record<Key, string>> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text)) as Partial<Record<Key, string>>

/** How instalments are paid. A year is always paid by card, so that was not chosen. */
function paymentForm({ paymentMethod, paymentStartDate, quote, choice }: StoredQuote): PaymentForm {
  const frequency = quote?.data.attributes.policyDetails.billingInfo.frequency ?? choice?.frequency
  if (!paymentMethod || frequency === 'ANNUAL') return emptyPayment
  return {
    ...emptyPayment,
    paymentMethod,
    paymentStartDate: paymentStartDate ? typedDay(paymentStartDate) : '',
  }
}

/**
 * Cover, options, excess and frequency as the insurer has them. A quote without a price, after another car or a decline, has
 * them as they were chosen.
 */
function coverForm({ quote, choice }: StoredQuote): CoverForm {
  const attributes = quote?.data.attributes
  const chosen = (attributes && choiceOfQuote(attributes)) ?? choice
  if (!chosen) return emptyCover
  const startDate = attributes?.policyInceptionDate ?? choice?.startDate ?? ''
  return { ...emptyCover, ...coverTexts({ ...chosen, startDate }) }
}

const addressOf = ({ addressDetails }: StoredQuote, type: 'RISK' | 'POSTAL') =>
  addressDetails.find(address => address.type === type)

/** The value of a partner's quote is not shown when its cover does not insure it. */
const clearsValue = ({ isPartnerQuote, cover }: StoredQuote): boolean =>
  isPartnerQuote && cover !== undefined && !insuresCarValue(cover)

/** The first step that is not complete. People who are not shown yet have to be confirmed in step 1. */
function furthestStep(
  { confirmPerson, vehicleDetails, quote, policyHolderDetails }: StoredQuote,
  car: CarForm,
): Step {
  const isCarAnswered = indicatorNamesAbout('car').every(name => car[name] !== '')
  const isComplete: Readonly<Record<Step, boolean>> = {
    car: !confirmPerson && vehicleDetails !== undefined && isCarAnswered,
    driver: quote !== undefined,
    quote: policyHolderDetails.length > 0,
    // Step 4 is saved again before step 5 opens.
    policyholder: false,
    payment: false,
  }
  return steps.find(step => !isComplete[step]) ?? 'payment'
}

export function draftFromQuote(prospect: StoredQuote): RestoredDraft {
  const path = closedQuotePath(prospect)
  if (path) return { kind: 'over', path }
  const { vehicleDetails, quote, vehicle, quoteId, applicant } = prospect
  const riskAddress = addressOf(prospect, 'RISK')
  const postalAddress = addressOf(prospect, 'POSTAL')
  const prefilled = prefilledFrom(prospect)
  const car = carForm(prospect)
  const driver = driversForm(prospect, prefilled)
  const quoteNumber = prospect.quoteNumber ?? quote?.data.attributes.policyDetails.quoteNum
  return {
    kind: 'filled',
    answers: {
      ...emptyQuoteForm,
      car,
      driver,
      cover: coverForm(prospect),
      policyholders: policyholdersForm(prospect, prefilled),
      payment: paymentForm(prospect),
    },
    draftState: {
      quoteId,
      registeredPlate: vehicle.regNumber,
      needsIdentityCheck: prospect.confirmPerson,
      furthestStep: furthestStep(prospect, car),
      acceptedIncidents: driver.drivers.map(incidentsOf),
      needsDeclaration: prospect.declarationAgreed === false,
      ...(applicant?.partnerId && { partnerId: applicant.partnerId }),
      ...(applicant?.source && { source: applicant.source }),
      prefilled,
      ...(clearsValue(prospect) && vehicleDetails && { clearedValueDollars: vehicleDetails.value }),
      ...(riskAddress && { riskAddress }),
      ...(postalAddress && { postalAddress }),
      ...(quoteNumber && { quoteNumber }),
      // A customer who has a price has read the information that stands before it.
      ...(quote && { quote: quote.data.attributes, importantRead: true }),
      ...(vehicleDetails && {
        foundModels: {
          plate: vehicle.regNumber,
          transmission: vehicleDetails.transmission,
          models: [{ vehicleKey: vehicleDetails.vehicleKey, vehicleDescription: vehicleDetails.model }],
        },
      }),
    },
  }
}

/** As the server stores a text, with straight apostrophes: two devices may write the same name differently. */
const storedText = (text: string) => normalizeName(text).replaceAll('’', "'")

/** True when a typed text differs from the other one. Empty texts are not typed. */
function hasOtherText(own: unknown, other: unknown): boolean {
  if (typeof own === 'string')
    return own !== '' && storedText(own) !== storedText(typeof other === 'string' ? other : '')
  const ownValues = Object.entries(own ?? {})
  return ownValues.some(([key, value]) => hasOtherText(value, (other as Record<string, unknown>)?.[key]))
}

/** True when answers that the price depends on differ from the stored ones. Step 3 compares its own answers itself. */
function isUnsent(own: QuoteForm, stored: QuoteForm): boolean {
  const { plate: _, carValue: __, ...car } = own.car
  return (
    hasOtherText(car, stored.car) ||
    hasOtherText(own.driver, stored.driver) ||
    own.driver.drivers.length !== stored.driver.drivers.length
  )
}

/** The people of the tab, with stored texts where a text is empty. Further stored people are added if `takesMore`. */
function mergePeople<T>(own: readonly T[], stored: readonly T[], blank: T, takesMore: boolean): readonly T[] {
  const more = takesMore ? stored.slice(own.length) : []
  return [...own.map((person, index) => mergeFormValues(person, stored[index] ?? person, blank)), ...more]
}

const isBlank = (people: readonly PolicyholderForm[]) =>
  people.every(person => !hasOtherText({ ...person, mobileCode: '' }, emptyPolicyholder))

/**
 * Merges the stored quote into a tab that has the same quote: texts typed in the tab are newer and stay. People that another
 * device added are taken over, because a policy must not silently leave out a person.
 */
export function mergeIntoDraft(own: Pick<Draft, 'answers' | 'state'>, prospect: StoredQuote): RestoredDraft {
  const restored = draftFromQuote(prospect)
  if (restored.kind === 'over') return restored
  const { answers: stored } = restored
  const typed = own.answers()
  const { needsIdentityCheck = false, acceptedIncidents, foundModels } = own.state()
  // The stored model belongs to the stored transmission.
  const hasOtherTransmission =
    typed.car.transmission !== '' && typed.car.transmission !== stored.car.transmission
  const merged = mergeFormValues(
    typed,
    hasOtherTransmission ? { ...stored, car: { ...stored.car, vehicleKey: '' } } : stored,
    emptyQuoteForm,
  )
  const isCountUnchanged =
    acceptedIncidents === undefined || acceptedIncidents.length === typed.driver.drivers.length
  const { policyholders: people, businessName } = typed.policyholders
  const takesApplicant =
    needsIdentityCheck && businessName === '' && stored.policyholders.applicantType !== ''
  const answers: QuoteForm = {
    ...merged,
    // Another plate would be another quote, so a plate that is half typed is dropped.
    car: { ...merged.car, plate: stored.car.plate },
    driver: {
      ...merged.driver,
      drivers: mergePeople(
        typed.driver.drivers,
        stored.driver.drivers,
        emptyDriver,
        needsIdentityCheck || isCountUnchanged,
      ),
    },
    policyholders: {
      ...merged.policyholders,
      ...(takesApplicant && { applicantType: stored.policyholders.applicantType }),
      policyholders: mergePeople(
        people,
        stored.policyholders.policyholders,
        emptyPolicyholder,
        needsIdentityCheck || isBlank(people),
      ),
    },
  }
  const { foundModels: storedModels, ...draftState } = restored.draftState
  const models = typed.car.transmission ? foundModels : storedModels
  return {
    kind: 'filled',
    answers,
    draftState: {
      ...draftState,
      ...(models && { foundModels: models }),
      ...(isUnsent(answers, stored) && { furthestStep: 'car' }),
    },
  }
}
