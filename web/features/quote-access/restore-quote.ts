/**
 * Turns a stored prospect into draft answers and the furthest step. The start page, the car step and the
 * return from the card page use it.
 */

import type { ReplyOf } from '#contract/endpoints.ts'
import { addressText } from '#journey/address.ts'
import { insuresCarValue } from '#journey/cover.ts'
import { typedDay } from '#journey/dates.ts'
import { splitMobile } from '#journey/mobile.ts'
import { driverTypes } from '#journey/people.ts'
import { driverField, incidentField } from '#journey/questions/driver-fields.ts'
import { normalizedAnswer } from '#journey/questions/normalized-answer.ts'
import type { Answers } from '#journey/questions/validation-error.ts'
import type { Step } from '#journey/steps.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import type { Draft } from '#web/features/draft/draft-store.ts'
import { choiceOfQuote } from '#web/features/pricing/quote-price.ts'
import { incidentAnswers } from '#web/features/quote-requests/rated-quote-request.ts'
import { closedQuotePath } from './closed-quote-path.ts'

export type Prospect = ReplyOf<'prospectCar'>
type Filled = Record<string, string>

export type RestoredDraft =
  | { readonly kind: 'over'; readonly path: string }
  | { readonly kind: 'filled'; readonly answers: Filled; readonly draftState: DraftState }

const yesNo = (isYes: boolean) => (isYes ? 'YES' : 'NO')
/** Bare digits, as the field keeps them; a value of 0 was never given. */
const valueText = (dollars: number) => (dollars > 0 ? String(dollars) : '')

function carAnswers({ vehicle, vehicleDetails }: Prospect): Filled {
  return {
    plate: vehicle.regNumber,
    businessUse: 'NO',
    modification: 'NO',
    isFinanced: yesNo(Boolean(vehicleDetails?.financeCompany)),
    ...(vehicleDetails && {
      transmission: vehicleDetails.transmission,
      vehicleKey: vehicleDetails.vehicleKey,
      financeCompany: vehicleDetails.financeCompany ?? '',
      carValue: valueText(vehicleDetails.value),
    }),
  }
}

function driverAnswers({ drivers, criminalRecord }: Prospect): Filled {
  if (drivers.length === 0) return {}
  const answers: Filled = {
    ...(criminalRecord && { criminalRecord }),
    driverCount: String(drivers.length),
  }
  const inOrder = [...drivers].sort((a, b) => driverTypes.indexOf(a.type) - driverTypes.indexOf(b.type))
  for (const [index, driver] of inOrder.entries()) {
    const put = (part: string, value: string) => {
      answers[driverField(index + 1, part)] = value
    }
    put('firstName', driver.givenName)
    put('lastName', driver.surname)
    put('dateOfBirth', typedDay(driver.dateOfBirth))
    put('incidentCount', driver.incidentCount)
    const slots = [
      [driver.issue1, driver.month1, driver.year1],
      [driver.issue2, driver.month2, driver.year2],
      [driver.issue3, driver.month3, driver.year3],
      [driver.issue4, driver.month4, driver.year4],
    ] as const
    for (const [slot, [claimCode, month, year]] of slots.entries()) {
      if (!claimCode) continue
      answers[incidentField(index + 1, slot + 1, 'claimCode')] = claimCode
      answers[incidentField(index + 1, slot + 1, 'month')] = String(month ?? '')
      answers[incidentField(index + 1, slot + 1, 'year')] = String(year ?? '')
    }
  }
  return answers
}

function policyholderAnswers(holders: Prospect['policyHolderDetails']): Filled {
  const [first] = holders
  if (!first) return {}
  const answers: Filled = {
    applicantType: first.businessName ? 'Business' : 'Private',
    businessName: first.businessName ?? '',
    policyholderCount: String(holders.length),
  }
  for (const [index, holder] of holders.entries()) {
    const [mobileCode, mobile] = splitMobile(holder.mobile) ?? ['', holder.mobile]
    const { title, firstName, lastName, email } = holder
    const dateOfBirth = typedDay(holder.dateOfBirth)
    const parts = { title, firstName, lastName, dateOfBirth, email, mobileCode, mobile }
    for (const [part, value] of Object.entries(parts)) answers[`policyholder${index + 1}.${part}`] = value
  }
  return answers
}

/**
 * The person that a partner registered, in the fields that nobody has answered yet: to be confirmed there. Once there are
 * drivers, the applicant's names are the main driver's.
 */
function offeredAnswers({ applicant = {}, drivers, policyHolderDetails }: Prospect): Filled {
  const { firstName, lastName, email, mobilePhone } = applicant
  const [mobileCode, mobile] = splitMobile(mobilePhone ?? '') ?? []
  const names = drivers.length > 0 ? {} : { firstName, lastName }
  const of = (person: string, parts: Readonly<Record<string, string | undefined>>) =>
    Object.entries(parts).flatMap(([part, value]) => (value ? [[`${person}.${part}`, value] as const] : []))
  return Object.fromEntries([
    ...of('driver1', names),
    ...(policyHolderDetails.length > 0 ? [] : of('policyholder1', { ...names, email, mobileCode, mobile })),
  ])
}

/** How instalments are paid. That a year is paid by card was nobody's choice. */
function paymentAnswers({ paymentMethod, paymentStartDate, quote, choice }: Prospect): Filled {
  const frequency = quote?.data.attributes.policyDetails.billingInfo.frequency ?? choice?.frequency
  if (!paymentMethod || frequency === 'ANNUAL') return {}
  return { paymentMethod, ...(paymentStartDate && { paymentStartDate: typedDay(paymentStartDate) }) }
}

/**
 * ENTRY-09: cover, options, excess and frequency as the insurer holds them; for a quote that has no price just now, after
 * another car or a decline, as they were chosen (SHELL-14).
 */
function quoteAnswers({ quote, choice }: Prospect): Filled {
  const attributes = quote?.data.attributes
  const chosen = (attributes && choiceOfQuote(attributes)) ?? choice
  if (!chosen) return {}
  const startDate = attributes?.policyInceptionDate ?? choice?.startDate
  const carValue = attributes?.carValue
  return {
    cover: chosen.cover,
    voluntaryExcess: String(chosen.voluntaryExcess),
    excessFreeWindow: yesNo(chosen.excessFreeWindow),
    hireCar: yesNo(chosen.hireCar),
    roadsideAssistance: yesNo(chosen.roadsideAssistance),
    frequency: chosen.frequency,
    ...(startDate && { startDate: typedDay(startDate) }),
    ...(carValue && { carValue: valueText(carValue) }),
  }
}

function addresses(prospect: Prospect): { answers: Filled; draftState: DraftState } {
  const found = (type: 'RISK' | 'POSTAL') => prospect.addressDetails.find(address => address.type === type)
  const riskAddress = found('RISK')
  const postalAddress = found('POSTAL')
  return {
    answers: {
      ...(riskAddress && { riskAddress: addressText(riskAddress) }),
      ...(postalAddress && { postalAddress: addressText(postalAddress) }),
    },
    draftState: { ...(riskAddress && { riskAddress }), ...(postalAddress && { postalAddress }) },
  }
}

/** The furthest step whose answers before it are all here; people not shown yet have to be confirmed first. */
function furthestStep(prospect: Prospect): Step {
  if (prospect.confirmPerson || !prospect.vehicleDetails) return 'car'
  if (!prospect.quote) return 'driver'
  return prospect.policyHolderDetails.length > 0 ? 'policyholder' : 'quote'
}

export function draftFromQuote(prospect: Prospect): RestoredDraft {
  const path = closedQuotePath(prospect)
  if (path) return { kind: 'over', path }
  const { vehicleDetails, quote, vehicle, quoteId, isPartnerQuote, applicant } = prospect
  const where = addresses(prospect)
  const drivers = driverAnswers(prospect)
  const prefilled = offeredAnswers(prospect)
  const quoteNumber = prospect.quoteNumber ?? quote?.data.attributes.policyDetails.quoteNum
  const clearsValue = isPartnerQuote && prospect.cover !== undefined && !insuresCarValue(prospect.cover)
  return {
    kind: 'filled',
    answers: {
      ...carAnswers(prospect),
      ...where.answers,
      ...prefilled,
      ...drivers,
      ...policyholderAnswers(prospect.policyHolderDetails),
      ...paymentAnswers(prospect),
      ...quoteAnswers(prospect),
      ...(clearsValue && { carValue: '' }),
    },
    draftState: {
      quoteId,
      registeredPlate: vehicle.regNumber,
      needsIdentityCheck: prospect.confirmPerson,
      furthestStep: furthestStep(prospect),
      acceptedIncidents: incidentAnswers(drivers),
      needsDeclaration: prospect.declarationAgreed === false,
      ...(applicant?.partnerId && { partnerId: applicant.partnerId }),
      ...(applicant?.source && { source: applicant.source }),
      prefilled,
      ...(clearsValue && vehicleDetails && { clearedValueDollars: vehicleDetails.value }),
      ...where.draftState,
      ...(quoteNumber && { quoteNumber }),
      // Who has a price has read the information that stands before it.
      ...(quote && { quote: quote.data.attributes, importantRead: true }),
      ...(vehicleDetails && {
        models: [{ vehicleKey: vehicleDetails.vehicleKey, vehicleDescription: vehicleDetails.model }],
      }),
    },
  }
}

/** What steps 1 and 2 ask and a price hangs on; the quote's own page sees for itself what is not in its price. */
const askedBefore =
  /^(transmission|vehicleKey|businessUse|modification|isFinanced|financeCompany|riskAddress|criminalRecord|driver)/

/**
 * Where other people came into the quote on another device, what this tab counted and nobody typed gives way to what is
 * stored: nobody is left out of a policy without a word (decision 0037).
 */
function comeIn(own: Answers, stored: Answers): Filled {
  const counts = ['driverCount', 'policyholderCount']
  const more = counts.filter(count => Number(stored[count] ?? 0) > Number(own[count] ?? 0))
  const fields = own.businessName ? more : [...more, 'applicantType']
  return Object.fromEntries(fields.flatMap(field => (stored[field] ? [[field, stored[field]]] : [])))
}

/** The same in a tab that holds this very quote: what was typed there is newer than what is stored, and stays. */
export function mergeIntoDraft(own: Pick<Draft, 'answers' | 'state'>, prospect: Prospect): RestoredDraft {
  const resumed = draftFromQuote(prospect)
  if (resumed.kind === 'over') return resumed
  // Another plate would be another quote: one half typed does not go with the car of this one.
  const answers = {
    ...own.answers(),
    ...(own.state().needsIdentityCheck && comeIn(own.answers(), resumed.answers)),
  }
  const typed = Object.entries(answers).filter(([field, answer]) => answer !== '' && field !== 'plate')
  const isUnsent = typed.some(
    ([field]) =>
      askedBefore.test(field) &&
      normalizedAnswer(answers, field) !== normalizedAnswer(resumed.answers, field),
  )
  const { transmission } = own.answers()
  return {
    kind: 'filled',
    answers: {
      ...resumed.answers,
      // The stored model is of the stored transmission.
      ...(transmission && transmission !== resumed.answers.transmission && { vehicleKey: '' }),
      ...Object.fromEntries(typed),
    },
    draftState: {
      ...resumed.draftState,
      ...(transmission && { models: own.state().models ?? null }),
      ...(isUnsent && { furthestStep: 'car' }),
    },
  }
}
