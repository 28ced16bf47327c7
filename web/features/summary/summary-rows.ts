/** The answers as rows of a summary, each with the step that changes it. The declaration and step 5 show them (A22). */
import { addressText } from '#journey/address.ts'
import { coverNames, coverOptions } from '#journey/cover.ts'
import { longDay, type NzDay, typedDay } from '#journey/dates.ts'
import { dollarsText, moneyText } from '#journey/money.ts'
import { coverChoiceOf, quotedValueDollars } from '#journey/questions/cover-choice.ts'
import { driverField, driverNumbers } from '#journey/questions/driver-fields.ts'
import { policyholdersOf } from '#journey/questions/policyholders.ts'
import { type Answers, answerOf } from '#journey/questions/validation-error.ts'
import type { Step } from '#journey/steps.ts'
import { extraWords } from '#web/content/cover-extras.ts'
import { incidentsText } from '#web/content/incidents.ts'
import { frequencyNames, frequencyPhrases } from '#web/content/payment-frequency.ts'
import { answerWords } from '#web/content/summary.ts'
import type { Facts } from '#web/features/draft/draft-state.ts'
import { claimExcessText } from '#web/features/pricing/excess-text.ts'
import { shownPrice } from '#web/features/pricing/quote-price.ts'
import { businessNameOf } from '#web/features/quote-requests/policyholders-request.ts'

export interface AnswerRow {
  readonly label: string
  readonly values: readonly string[]
  /** Finishes the link: 'Change drivers'. */
  readonly change: string
  readonly step: Step
  /** The field of step 3 that answers it. */
  readonly field?: string
}

interface Words {
  readonly label: string
  readonly one?: string
  readonly change: string
}

function row({ label, one = label, change }: Words, step: Step, ...given: string[]): AnswerRow {
  const values = given.filter(value => value !== '')
  return { label: values.length === 1 ? one : label, change, step, values }
}

/** In the order they are shown. */
function carRows(answers: Answers, facts: Facts) {
  const key = answerOf(answers, 'vehicleKey')
  const model = facts.models?.find(({ vehicleKey }) => vehicleKey === key)?.vehicleDescription ?? ''
  const address = facts.riskAddress ? addressText(facts.riskAddress) : answerOf(answers, 'riskAddress')
  const transmission = answerOf(answers, 'transmission')
  const lender = answerOf(answers, 'isFinanced') === 'YES' ? answerOf(answers, 'financeCompany') : ''
  return {
    car: row(
      answerWords.car,
      'car',
      answerOf(answers, 'plate'),
      model,
      model.includes(transmission) ? '' : transmission,
    ),
    use: row(answerWords.use, 'car', answerWords.use.value),
    finance: row(answerWords.finance, 'car', lender || answerWords.finance.none),
    address: row(answerWords.address, 'car', address),
  }
}

function driverRows(answers: Answers): AnswerRow[] {
  const people = driverNumbers(answers).map(number => {
    const answer = (part: string) => answerOf(answers, driverField(number, part))
    const name = `${answer('firstName')} ${answer('lastName')}`
    return `${name}, ${answer('dateOfBirth')}, ${incidentsText(answer('incidentCount'))}`
  })
  return [
    row(answerWords.criminalRecord, 'driver', answerWords.criminalRecord.none),
    row(answerWords.drivers, 'driver', ...people),
  ]
}

function coverRows(answers: Answers, facts: Facts, today: NzDay): AnswerRow[] {
  const choice = coverChoiceOf(answers, today)
  const value = quotedValueDollars(answers)
  const price = shownPrice(facts.quote, answers, today)
  const ofField = (field: string, words: Words, ...values: string[]): AnswerRow => ({
    ...row(words, 'quote', ...values),
    field,
  })
  const extras = coverOptions.filter(option => choice[option]).map(option => extraWords[option].label)
  const amount = price ? `${moneyText(price.paymentCents)} ${frequencyPhrases[price.frequency]}` : ''
  return [
    ofField('cover', answerWords.cover, coverNames[choice.cover]),
    ofField('voluntaryExcess', answerWords.excess, claimExcessText(answers, facts.quote, today)),
    ofField(
      'roadsideAssistance',
      answerWords.extras,
      ...(extras.length > 0 ? extras : [answerWords.extras.none]),
    ),
    ...(value > 0 ? [ofField('quoteCarValue', answerWords.value, dollarsText(value))] : []),
    ofField('startDate', answerWords.start, longDay(choice.startDate)),
    ofField('frequency', answerWords.payment, frequencyNames[choice.frequency], amount),
  ]
}

/** What a price was asked for: the car, its use and its drivers. */
export function askedRows(answers: Answers, facts: Facts): AnswerRow[] {
  const { car, use } = carRows(answers, facts)
  return [car, use, ...driverRows(answers)]
}

/** The rows of steps 1 to 3. */
export const quoteRows = (answers: Answers, facts: Facts, today: NzDay): AnswerRow[] => [
  ...Object.values(carRows(answers, facts)),
  ...driverRows(answers),
  ...coverRows(answers, facts, today),
]

/** The rows of step 4. */
export function policyholderRows(answers: Answers, facts: Facts): AnswerRow[] {
  const people = policyholdersOf(answers).map(
    ({ title, firstName, lastName, dateOfBirth, email, mobile }) =>
      `${title} ${firstName} ${lastName}, ${typedDay(dateOfBirth)}, ${email}, ${mobile}`,
  )
  return [
    row(answerWords.policyholders, 'policyholder', businessNameOf(answers), ...people),
    row(answerWords.postal, 'policyholder', facts.postalAddress ? addressText(facts.postalAddress) : ''),
  ]
}
