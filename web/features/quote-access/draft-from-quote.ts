/** Converts a quote from the server into the answers and the state of this tab, or merges it into them. */
import type { ResponseOf } from '#contract/endpoints.ts'
import { decodePolicyholderList } from '#contract/wire/policyholder.ts'
import { decodeCar, decodeDriver } from '#contract/wire/rating-answers.ts'
import { addressText } from '#journey/address.ts'
import { insuresCar } from '#journey/cover.ts'
import { formatDay } from '#journey/dates.ts'
import { splitMobile } from '#journey/mobile.ts'
import { driverPositions } from '#journey/people.ts'
import { toCarForm } from '#journey/questions/car.ts'
import { incidentsOf, toDriverForms } from '#journey/questions/driver.ts'
import {
  type CarForm,
  type CoverForm,
  type DriversForm,
  emptyCar,
  emptyCover,
  emptyDriver,
  emptyDrivers,
  emptyFormAnswers,
  emptyPayment,
  emptyPolicyholder,
  emptyPolicyholders,
  type FormAnswers,
  type PaymentForm,
  type PolicyholdersForm,
} from '#journey/questions/form-answers.ts'
import { toPolicyholdersForm } from '#journey/questions/policyholder.ts'
import { toCoverForm } from '#journey/questions/quote.ts'
import {
  indicatorNames,
  indicatorNamesAbout,
  indicators,
  toIndicatorForm,
} from '#journey/questions/yes-no-questions.ts'
import { type Step, steps } from '#journey/steps.ts'
import type { DraftState, Prefilled } from '#web/features/draft/draft-state.ts'
import type { Draft } from '#web/features/draft/draft-store.ts'
import { choiceOfQuote } from '#web/features/pricing/quote-price.ts'
import { closedQuotePath } from './failed-call-action.ts'
import { hasUnsentAnswers, mergeAnswers } from './merge-answers.ts'

export type StoredQuote = ResponseOf<'prospectCar'>

export type RestoredDraft =
  | { readonly kind: 'over'; readonly path: string }
  | { readonly kind: 'filled'; readonly answers: FormAnswers; readonly draftState: DraftState }

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
    ...(vehicleDetails && toCarForm(decodeCar(vehicleDetails))),
    ...(quoted && { carValue: String(quoted) }),
    ...(clearsValue(prospect) && { carValue: '' }),
    ...toIndicatorForm('car', { ...prospect.indicators, ...impliedAnswers }),
    plate: vehicle.regNumber,
    riskAddress: riskAddress ? addressText(riskAddress) : '',
  }
}

function driversForm({ drivers, indicators }: StoredQuote, prefilled: Prefilled): DriversForm {
  if (drivers.length === 0) return { ...emptyDrivers, drivers: [{ ...emptyDriver, ...prefilled.driver }] }
  const inOrder = [...drivers].sort(
    (a, b) => driverPositions.indexOf(a.type) - driverPositions.indexOf(b.type),
  )
  return { ...toIndicatorForm('drivers', indicators), drivers: toDriverForms(inOrder.map(decodeDriver)) }
}

function policyholdersForm(prospect: StoredQuote, prefilled: Prefilled): PolicyholdersForm {
  const postalAddress = addressOf(prospect, 'POSTAL')
  const form = { ...emptyPolicyholders, postalAddress: postalAddress ? addressText(postalAddress) : '' }
  if (prospect.policyHolderDetails.length === 0)
    return { ...form, policyholders: [{ ...emptyPolicyholder, ...prefilled.policyholder }] }
  return { ...form, ...toPolicyholdersForm(decodePolicyholderList(prospect.policyHolderDetails)) }
}

/** The person that a partner registered, without names once there are drivers: those are the main driver's. */
function prefilledFrom({ applicant = {}, drivers, policyHolderDetails }: StoredQuote): Prefilled {
  const { firstName, lastName, email, mobilePhone } = applicant
  const [mobileCode, mobile] = splitMobile(mobilePhone ?? '') ?? []
  const names = drivers.length > 0 ? {} : given({ firstName, lastName })
  return {
    driver: names,
    policyholder: policyHolderDetails.length > 0 ? {} : { ...names, ...given({ email, mobileCode, mobile }) },
  }
}

const given = <Key extends string>(texts: Readonly<Record<Key, string | undefined>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text)) as Partial<Record<Key, string>>

/** The payment method for instalments. An annual premium is always paid by card, so no method was chosen. */
function paymentForm({ paymentMethod, paymentStartDate, quote, choice }: StoredQuote): PaymentForm {
  const frequency = quote?.data.attributes.policyDetails.billingInfo.frequency ?? choice?.frequency
  if (!paymentMethod || frequency === 'ANNUAL') return emptyPayment
  return {
    ...emptyPayment,
    paymentMethod,
    paymentStartDate: paymentStartDate ? formatDay(paymentStartDate) : '',
  }
}

/** What the insurer's price is for; without a price (other car, or declined) the customer's last choices. */
function coverForm({ quote, choice }: StoredQuote): CoverForm {
  const attributes = quote?.data.attributes
  const chosen = (attributes && choiceOfQuote(attributes)) ?? choice
  if (!chosen) return emptyCover
  const startDate = attributes?.policyInceptionDate ?? choice?.startDate ?? ''
  return { ...emptyCover, ...toCoverForm({ ...chosen, startDate }) }
}

const addressOf = ({ addressDetails }: StoredQuote, type: 'RISK' | 'POSTAL') =>
  addressDetails.find(address => address.type === type)

/** The value of a partner's quote is not shown when its cover does not insure it. */
const clearsValue = ({ isPartnerQuote, cover }: StoredQuote): boolean =>
  isPartnerQuote && cover !== undefined && !insuresCar(cover)

/** The first step that is not complete. People who are not shown yet have to be confirmed in step 1. */
function furthestStep(
  { needsIdentityCheck, vehicleDetails, quote, policyHolderDetails }: StoredQuote,
  car: CarForm,
): Step {
  const isCarAnswered = indicatorNamesAbout('car').every(name => car[name] !== '')
  const isComplete: Readonly<Record<Step, boolean>> = {
    car: !needsIdentityCheck && vehicleDetails !== undefined && isCarAnswered,
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
      ...emptyFormAnswers,
      car,
      driver,
      cover: coverForm(prospect),
      policyholders: policyholdersForm(prospect, prefilled),
      payment: paymentForm(prospect),
    },
    draftState: {
      quoteId,
      registeredPlate: vehicle.regNumber,
      needsIdentityCheck: prospect.needsIdentityCheck,
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
      // A customer who has a price has already read the important information before it.
      ...(quote && { quote: quote.data.attributes, hasReadImportantInformation: true }),
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

/** Merges the stored quote into a tab that has the same quote. Steps 1 and 2 open again if their answers are not sent yet. */
export function mergeIntoDraft(own: Pick<Draft, 'answers' | 'state'>, prospect: StoredQuote): RestoredDraft {
  const restored = draftFromQuote(prospect)
  if (restored.kind === 'over') return restored
  const typed = own.answers()
  const answers = mergeAnswers(typed, restored.answers, own.state())
  const { foundModels: storedModels, ...draftState } = restored.draftState
  // The models that were found belong to the transmission of the tab.
  const foundModels = typed.car.transmission ? own.state().foundModels : storedModels
  return {
    kind: 'filled',
    answers,
    draftState: {
      ...draftState,
      ...(foundModels && { foundModels }),
      ...(hasUnsentAnswers(answers, restored.answers) && { furthestStep: 'car' }),
    },
  }
}
