/**
 * The request schemas of the sandbox insurer (section 7 of the specification), and their conversion to the insurer
 * port's types.
 */
import { z } from 'zod'
import { mapAddressParts } from '#journey/address.ts'
import { type CoverChoice, coverTypes, frequencies, voluntaryExcessSteps } from '#journey/cover.ts'
import { optionsFromCompensations } from '#journey/cover-compensations.ts'
import { isNzDay } from '#journey/dates.ts'
import { incidentCounts, incidentTypes } from '#journey/incidents.ts'
import { driverPositions, maximumDrivers, maximumPolicyholders, titles } from '#journey/people.ts'
import { mapIndicators } from '#journey/questions/yes-no-questions.ts'
import type { PolicyToBind, RiskToQuote } from '#partners/insurer/port.ts'

const text = z.string().max(200)
const day = z.string().refine(isNzDay)
const yesNo = z.enum(['YES', 'NO'])
const quoteNumber = z.string().regex(/^Q-[0-9A-Z]{5}-[0-9A-Z]{6}$/)

const address = z.object({
  addressId: text,
  postcode: z.string().regex(/^\d{4}$/),
  suburb: text,
  city: text,
  addressInBrokenDownForm: z.object(mapAddressParts(() => text)),
  addressInFreeForm: z.object({ addressLine1: text, addressLine2: text }),
})

const history = z.object({ lastModifiedDatetime: text, lastModifiedUserId: text })

const driver = z.object({
  givenName: text,
  surname: text,
  dateOfBirth: day,
  incidentCount: z.enum(incidentCounts),
  claimHistory: z
    .array(
      z.object({
        claimCode: z.enum(incidentTypes),
        month: z.number().int().min(1).max(12),
        year: z.number().int(),
      }),
    )
    .max(4),
})

export const quoteRequest = z.object({
  attributes: z.object({
    coverages: z.tuple([
      z.object({
        policyCoverType: z.enum(coverTypes),
        voluntaryExcess: z.literal(voluntaryExcessSteps),
        compensations: z
          .array(
            z.object({
              compensationSubType: text,
              appliedIndicator: z.boolean().optional(),
              code: text.optional(),
              sumInsured: z.number().int().min(0).default(0),
            }),
          )
          .max(12),
        risk: z.object({
          addressDetails: address,
          vehicleRisk: z.object({
            carRegistration: text,
            vehicleKey: text,
            vehicleUsageType: z.literal('PRIVATE'),
            financeCompany: text,
            indicators: z.object(mapIndicators(() => yesNo)),
            mainDriver: driver,
            additionalDrivers: z.array(driver).max(maximumDrivers - 1),
          }),
        }),
      }),
    ]),
    quoteRequestDetails: z.object({
      frequency: z.enum(frequencies),
      policyInceptionDate: day,
      policyExpiryDate: day,
      previousInsurer: z.literal('NONE'),
    }),
  }),
})

export const amendRequest = quoteRequest.and(
  z.object({ attributes: z.object({ quoteNumber, policyHistory: history.optional() }) }),
)
export const retrieveRequest = z.object({ quoteNumber })

export function riskOf({ attributes }: z.output<typeof quoteRequest>): RiskToQuote {
  const [coverage] = attributes.coverages
  const { vehicleRisk, addressDetails } = coverage.risk
  const choice: CoverChoice = {
    cover: coverage.policyCoverType,
    voluntaryExcess: coverage.voluntaryExcess,
    ...optionsFromCompensations(coverage.compensations),
    frequency: attributes.quoteRequestDetails.frequency,
    startDate: attributes.quoteRequestDetails.policyInceptionDate,
  }
  const drivers = [vehicleRisk.mainDriver, ...vehicleRisk.additionalDrivers]
  return {
    plate: vehicleRisk.carRegistration,
    vehicleKey: vehicleRisk.vehicleKey,
    carValueDollars: Math.max(0, ...coverage.compensations.map(one => one.sumInsured)),
    riskAddress: { ...addressDetails, signature: '' },
    drivers: drivers.map((person, place) => ({
      type: driverPositions[place] ?? 'Primary',
      firstName: person.givenName,
      lastName: person.surname,
      dateOfBirth: person.dateOfBirth,
      incidentCount: person.incidentCount,
      incidents: person.claimHistory,
    })),
    choice,
    ...mapIndicators(name => vehicleRisk.indicators[name] === 'YES'),
    financeCompany: vehicleRisk.financeCompany,
  }
}

const holder = z.object({
  individualPolicyHolder: z.object({
    contactDetails: z.object({ emailAddress: text, mobileNum: text }),
    dob: day,
    givenName: text,
    surname: text,
    title: z.enum(titles),
  }),
})

const boundDriver = driver.omit({ incidentCount: true }).extend({ initials: text })

const debitDay = z.number().int().min(1).max(31)

export const bindRequest = z.object({
  type: z.literal('bind'),
  clientReference: z.string().min(1).max(100).optional(),
  attributes: z.object({
    bindPolicyParties: z.object({
      primaryPolicyHolder: holder.extend({ businessName: text }).optional(),
      additionalPolicyHolders: z.array(holder).max(maximumPolicyholders - 1),
    }),
    bindVehicleDetails: z.object({
      carRegistration: text,
      mainDriver: boundDriver.optional(),
      additionalDrivers: z
        .array(boundDriver)
        .max(maximumDrivers - 1)
        .optional(),
    }),
    paymentContextDetails: z.union([
      z.object({ cardPaymentDetails: z.object({ transactionId: text }), instalmentDebitDay: debitDay }),
      z.object({
        bankPaymentDetails: z.object({
          authorizerName: text,
          bankAccountName: text,
          bankAccountNumber: text,
        }),
        instalmentDebitDay: debitDay,
      }),
    ]),
    policyHistory: history,
    postalAddress: address,
    questions: z.tuple([
      z.object({ code: z.literal('003'), answer: z.literal('N') }),
      z.object({ code: z.literal('004'), answer: z.literal('N') }),
    ]),
    quoteDetails: z.object({
      insuredDetails: z
        .object({ customerDob: day, customerPostcode: z.string().regex(/^\d{4}$/) })
        .optional(),
      quoteNumber,
    }),
  }),
})

const holderOf = ({ individualPolicyHolder: person }: z.output<typeof holder>) => ({
  title: person.title,
  firstName: person.givenName,
  lastName: person.surname,
  dateOfBirth: person.dob,
  email: person.contactDetails.emailAddress,
  mobile: person.contactDetails.mobileNum,
})

/** @param key the idempotency key, or what the insurer uses instead */
export function policyToBind({ attributes }: z.output<typeof bindRequest>, key: string): PolicyToBind {
  const { primaryPolicyHolder: primary, additionalPolicyHolders } = attributes.bindPolicyParties
  const { paymentContextDetails: paid } = attributes
  const debit = { debitDay: paid.instalmentDebitDay }
  return {
    idempotencyKey: key,
    quoteNumber: attributes.quoteDetails.quoteNumber,
    history: attributes.policyHistory,
    plate: attributes.bindVehicleDetails.carRegistration,
    policyholders: [...(primary ? [primary] : []), ...additionalPolicyHolders].map(holderOf),
    businessName: primary?.businessName ?? '',
    postalAddress: { ...attributes.postalAddress, signature: '' },
    payment:
      'cardPaymentDetails' in paid
        ? { method: 'card', transactionId: paid.cardPaymentDetails.transactionId, ...debit }
        : {
            method: 'bank',
            accountName: paid.bankPaymentDetails.bankAccountName,
            accountNumber: paid.bankPaymentDetails.bankAccountNumber,
            authoriserName: paid.bankPaymentDetails.authorizerName,
            ...debit,
          },
  }
}
