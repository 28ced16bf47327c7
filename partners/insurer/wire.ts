/**
 * The JSON of quotes, amends and binds at a partner insurer (section 7 of the specification): the HTTP adapter encodes
 * requests, and the sandbox insurer decodes them. Also the parts that requests and responses (http-responses.ts) share.
 */
import { z } from 'zod'
import { type Address, mapAddressParts } from '#journey/address.ts'
import {
  type CoverChoice,
  coverEndDate,
  coverTypes,
  type Frequency,
  frequencies,
  voluntaryExcessChoices,
} from '#journey/cover.ts'
import { optionsFromCompensations, sumInsuredFrom, toCompensations } from '#journey/cover-compensations.ts'
import { isNzDay, type NzDay } from '#journey/dates.ts'
import { toAsciiEmail } from '#journey/email-address.ts'
import { incidentCounts, incidentTypes } from '#journey/incidents.ts'
import { type Driver, driverPositions, type Policyholder, titles } from '#journey/people.ts'
import { mapIndicators, toYesNo } from '#journey/questions/yes-no-questions.ts'
import type { InsurerQuote, PolicyToBind, RiskToQuote } from './port.ts'

export const nzDaySchema = z.string().refine(isNzDay)
const yesNo = z.enum(['YES', 'NO'])

/** Stricter than for a policy number: customers type it, and no money has moved when we reject it. */
export const quoteNumberPattern = /^[\w-]{1,40}$/
export const quoteNumberText = z.string().regex(quoteNumberPattern)

/** A car's value. Ours is in whole dollars, the insurer's may not be. */
export const carValueDollars = z.number().min(0).max(10_000_000)

/** The parts of a cover that requests and responses share. */
export const coverage = z.object({
  policyCoverType: z.enum(coverTypes),
  voluntaryExcess: z.literal(voluntaryExcessChoices),
  compensations: z
    .array(
      z.object({
        compensationSubType: z.string(),
        appliedIndicator: z.boolean().nullish(),
        code: z.string().nullish(),
        sumInsured: carValueDollars.transform(Math.round).nullish(),
      }),
    )
    .max(40),
})

export const decodeChoice = (
  { policyCoverType, voluntaryExcess, compensations }: z.output<typeof coverage>,
  frequency: Frequency,
  startDate: NzDay,
): CoverChoice => ({
  cover: policyCoverType,
  voluntaryExcess,
  ...optionsFromCompensations(compensations),
  frequency,
  startDate,
})

const history = z.object({ lastModifiedDatetime: z.string(), lastModifiedUserId: z.string() })

const address = z.object({
  addressId: z.string(),
  postcode: z.string().regex(/^\d{4}$/),
  suburb: z.string(),
  city: z.string(),
  addressInBrokenDownForm: z.object(mapAddressParts(() => z.string())),
  addressInFreeForm: z.object({ addressLine1: z.string(), addressLine2: z.string() }),
})

/** Without our signature, which is for our own use. */
const encodeAddress = ({ signature: _, ...sent }: Address): z.input<typeof address> => sent
const decodeAddress = (sent: z.output<typeof address>): Address => ({ ...sent, signature: '' })

const driver = z.object({
  givenName: z.string(),
  surname: z.string(),
  dateOfBirth: nzDaySchema,
  incidentCount: z.enum(incidentCounts),
  claimHistory: z.array(z.object({ claimCode: z.enum(incidentTypes), month: z.int(), year: z.int() })),
})

const encodeDriver = ({ firstName, lastName, dateOfBirth, incidentCount, incidents }: Driver) => ({
  givenName: firstName,
  surname: lastName,
  dateOfBirth,
  incidentCount,
  claimHistory: incidents,
})

const decodeDriver = (
  { givenName, surname, claimHistory, ...same }: z.output<typeof driver>,
  place: number,
): Driver => ({
  ...same,
  type: driverPositions[place] ?? 'Primary',
  firstName: givenName,
  lastName: surname,
  incidents: claimHistory,
})

export const quoteRequest = z.object({
  attributes: z.object({
    coverages: z.tuple([
      coverage.extend({
        risk: z.object({
          addressDetails: address.extend({ type: z.literal('RISK') }),
          vehicleRisk: z.object({
            carRegistration: z.string(),
            vehicleKey: z.string(),
            vehicleUsageType: z.literal('PRIVATE'),
            financeCompany: z.string(),
            indicators: z.object(mapIndicators(() => yesNo)),
            mainDriver: driver,
            additionalDrivers: z.array(driver),
          }),
        }),
      }),
    ]),
    quoteRequestDetails: z.object({
      frequency: z.enum(frequencies),
      policyInceptionDate: nzDaySchema,
      policyExpiryDate: nzDaySchema,
      previousInsurer: z.literal('NONE'),
    }),
  }),
})

export const amendRequest = quoteRequest.and(
  z.object({ attributes: z.object({ quoteNumber: quoteNumberText, policyHistory: history.optional() }) }),
)
export const retrieveRequest = z.object({ quoteNumber: quoteNumberText })

/** @param amended the quote to change with its last known version; null for a new quote */
export function encodeQuoteRequest(
  risk: RiskToQuote,
  amended: { readonly quoteNumber: string; readonly history: InsurerQuote['history'] | null } | null,
) {
  const { choice } = risk
  const [mainDriver, ...additionalDrivers] = risk.drivers.map(encodeDriver)
  return {
    attributes: {
      coverages: [
        {
          policyCoverType: choice.cover,
          voluntaryExcess: choice.voluntaryExcess,
          compensations: toCompensations(choice, risk.carValueDollars),
          risk: {
            addressDetails: { ...encodeAddress(risk.riskAddress), type: 'RISK' },
            vehicleRisk: {
              carRegistration: risk.plate,
              vehicleKey: risk.vehicleKey,
              vehicleUsageType: 'PRIVATE',
              financeCompany: risk.financeCompany,
              indicators: toYesNo(risk),
              mainDriver,
              additionalDrivers,
            },
          },
        },
      ],
      quoteRequestDetails: {
        frequency: choice.frequency,
        policyInceptionDate: choice.startDate,
        policyExpiryDate: coverEndDate(choice.startDate),
        previousInsurer: 'NONE',
      },
      ...(amended && { quoteNumber: amended.quoteNumber }),
      ...(amended?.history && { policyHistory: amended.history }),
    },
  }
}

export function decodeQuoteRequest({ attributes }: z.output<typeof quoteRequest>): RiskToQuote {
  const [{ risk, ...cover }] = attributes.coverages
  const { frequency, policyInceptionDate } = attributes.quoteRequestDetails
  const { mainDriver, additionalDrivers, indicators, ...vehicle } = risk.vehicleRisk
  const { type: _, ...riskAddress } = risk.addressDetails
  return {
    plate: vehicle.carRegistration,
    vehicleKey: vehicle.vehicleKey,
    carValueDollars: sumInsuredFrom(cover.policyCoverType, cover.compensations),
    riskAddress: decodeAddress(riskAddress),
    drivers: [mainDriver, ...additionalDrivers].map(decodeDriver),
    choice: decodeChoice(cover, frequency, policyInceptionDate),
    ...mapIndicators(name => indicators[name] === 'YES'),
    financeCompany: vehicle.financeCompany,
  }
}

const individual = z.object({
  individualPolicyHolder: z.object({
    contactDetails: z.object({ emailAddress: z.string(), mobileNum: z.string() }),
    dob: nzDaySchema,
    givenName: z.string(),
    surname: z.string(),
    title: z.enum(titles),
  }),
})

/** In ASCII: some insurers' systems do not support internationalised domains. */
const encodeEmail = ({ email }: Policyholder): string => toAsciiEmail(email) ?? email

const encodeIndividual = (person: Policyholder) => ({
  individualPolicyHolder: {
    contactDetails: { emailAddress: encodeEmail(person), landlineNum: '', mobileNum: person.mobile },
    dob: person.dateOfBirth,
    givenName: person.firstName,
    surname: person.lastName,
    title: person.title,
  },
})

const decodeIndividual = ({ individualPolicyHolder: person }: z.output<typeof individual>): Policyholder => ({
  title: person.title,
  firstName: person.givenName,
  lastName: person.surname,
  dateOfBirth: person.dob,
  email: person.contactDetails.emailAddress,
  mobile: person.contactDetails.mobileNum,
})

const instalmentDebitDay = z.int().min(1).max(31)
const payment = z.union([
  z.object({ cardPaymentDetails: z.object({ transactionId: z.string() }), instalmentDebitDay }),
  z.object({
    bankPaymentDetails: z.object({
      authorizerName: z.string(),
      bankAccountName: z.string(),
      bankAccountNumber: z.string(),
    }),
    instalmentDebitDay,
  }),
])

const encodePayment = (paid: PolicyToBind['payment']): z.input<typeof payment> =>
  paid.method === 'card'
    ? { cardPaymentDetails: { transactionId: paid.transactionId }, instalmentDebitDay: paid.debitDay }
    : {
        bankPaymentDetails: {
          authorizerName: paid.authoriserName,
          bankAccountName: paid.accountName,
          bankAccountNumber: paid.accountNumber,
        },
        instalmentDebitDay: paid.debitDay,
      }

function decodePayment(paid: z.output<typeof payment>): PolicyToBind['payment'] {
  const debitDay = paid.instalmentDebitDay
  if ('cardPaymentDetails' in paid) return { method: 'card', ...paid.cardPaymentDetails, debitDay }
  const { bankAccountName, bankAccountNumber, authorizerName } = paid.bankPaymentDetails
  return {
    method: 'bank',
    accountName: bankAccountName,
    accountNumber: bankAccountNumber,
    authoriserName: authorizerName,
    debitDay,
  }
}

const boundDriver = driver.omit({ incidentCount: true }).extend({ initials: z.string() })

function encodeBoundDriver(person: Driver): z.input<typeof boundDriver> {
  const { incidentCount: _, claimHistory, ...same } = encodeDriver(person)
  return { ...same, initials: [...person.firstName][0] ?? '', claimHistory: [...claimHistory] }
}

export const bindRequest = z.object({
  type: z.literal('bind'),
  clientReference: z.string().min(1).max(100).optional(),
  attributes: z.object({
    bindPolicyParties: z.object({
      primaryPolicyHolder: individual.extend({ businessName: z.string() }),
      additionalPolicyHolders: z.array(individual),
    }),
    bindVehicleDetails: z.object({
      carRegistration: z.string(),
      mainDriver: boundDriver.optional(),
      additionalDrivers: z.array(boundDriver).optional(),
    }),
    paymentContextDetails: payment,
    policyHistory: history,
    postalAddress: address,
    questions: z.tuple([
      z.object({ code: z.literal('003'), answer: z.literal('N') }),
      z.object({ code: z.literal('004'), answer: z.literal('N') }),
    ]),
    quoteDetails: z.object({
      insuredDetails: z.object({ customerDob: nzDaySchema, customerPostcode: address.shape.postcode }),
      quoteNumber: quoteNumberText,
    }),
  }),
})

/** `clientReference` is our key, for insurers that can look it up and for operators who call them. */
export function encodeBindRequest(policy: PolicyToBind) {
  const [primary, ...additional] = policy.policyholders
  if (!primary) throw new Error('a policy has at least one policyholder')
  const [mainDriver, ...additionalDrivers] = policy.insured?.drivers.map(encodeBoundDriver) ?? []
  return {
    type: 'bind',
    clientReference: policy.idempotencyKey,
    attributes: {
      bindPolicyParties: {
        primaryPolicyHolder: { ...encodeIndividual(primary), businessName: policy.businessName },
        additionalPolicyHolders: additional.map(encodeIndividual),
      },
      bindVehicleDetails: {
        carRegistration: policy.plate,
        ...(mainDriver && { mainDriver, additionalDrivers }),
      },
      endConsentDetails: {
        emailAddress: encodeEmail(primary),
        endConsentIndicator: true,
        mobileNumber: primary.mobile,
      },
      paymentContextDetails: encodePayment(policy.payment),
      policyHistory: policy.history,
      postalAddress: encodeAddress(policy.postalAddress),
      questions: [
        { code: '003', answer: 'N' },
        { code: '004', answer: 'N' },
      ],
      quoteDetails: {
        insuredDetails: {
          customerDob: primary.dateOfBirth,
          customerPostcode: policy.insured?.postcode ?? policy.postalAddress.postcode,
        },
        quoteNumber: policy.quoteNumber,
      },
    },
  }
}

/** @param key the idempotency key, or what the insurer uses instead */
export function decodeBindRequest({ attributes }: z.output<typeof bindRequest>, key: string): PolicyToBind {
  const { primaryPolicyHolder: primary, additionalPolicyHolders } = attributes.bindPolicyParties
  return {
    idempotencyKey: key,
    quoteNumber: attributes.quoteDetails.quoteNumber,
    history: attributes.policyHistory,
    plate: attributes.bindVehicleDetails.carRegistration,
    policyholders: [primary, ...additionalPolicyHolders].map(decodeIndividual),
    businessName: primary.businessName,
    postalAddress: decodeAddress(attributes.postalAddress),
    payment: decodePayment(attributes.paymentContextDetails),
  }
}
