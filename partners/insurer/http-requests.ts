/** The request bodies for a partner insurer: quotes, amends and binds (section 7 of the specification). */
import type { Address } from '#journey/address.ts'
import { coverEndDate } from '#journey/cover.ts'
import { toCompensations } from '#journey/cover-compensations.ts'
import { toAsciiEmail } from '#journey/email-address.ts'
import type { Driver, Policyholder } from '#journey/people.ts'
import { toYesNo } from '#journey/questions/yes-no-questions.ts'
import type { InsurerQuote, PolicyToBind, RiskToQuote } from './port.ts'

const driverBody = ({ firstName, lastName, dateOfBirth, incidentCount, incidents }: Driver) => ({
  givenName: firstName,
  surname: lastName,
  dateOfBirth,
  incidentCount,
  claimHistory: incidents,
})

/** Without our signature, which is for our own use. */
const addressBody = ({ signature: _, ...address }: Address) => address

/** @param amended the quote to change with its last known mark; null for a new quote */
export function toQuoteRequestBody(
  risk: RiskToQuote,
  amended: { readonly quoteNumber: string; readonly history: InsurerQuote['history'] | null } | null,
) {
  const { choice } = risk
  const [mainDriver, ...additionalDrivers] = risk.drivers.map(driverBody)
  return {
    attributes: {
      coverages: [
        {
          policyCoverType: choice.cover,
          voluntaryExcess: choice.voluntaryExcess,
          compensations: toCompensations(choice, risk.carValueDollars),
          risk: {
            addressDetails: { ...addressBody(risk.riskAddress), type: 'RISK' },
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

/** In ASCII: some insurers' systems do not support internationalised domains. */
const sentEmail = ({ email }: Policyholder): string => toAsciiEmail(email) ?? email

const holderBody = (holder: Policyholder) => ({
  individualPolicyHolder: {
    contactDetails: { emailAddress: sentEmail(holder), landlineNum: '', mobileNum: holder.mobile },
    dob: holder.dateOfBirth,
    givenName: holder.firstName,
    surname: holder.lastName,
    title: holder.title,
  },
})

function paymentBody(payment: PolicyToBind['payment']) {
  if (payment.method === 'card')
    return {
      cardPaymentDetails: { transactionId: payment.transactionId },
      instalmentDebitDay: payment.debitDay,
    }
  return {
    bankPaymentDetails: {
      authorizerName: payment.authoriserName,
      bankAccountName: payment.accountName,
      bankAccountNumber: payment.accountNumber,
    },
    instalmentDebitDay: payment.debitDay,
  }
}

const boundDriver = ({ firstName, lastName, dateOfBirth, incidents }: Driver) => ({
  givenName: firstName,
  initials: [...firstName][0] ?? '',
  surname: lastName,
  dateOfBirth,
  claimHistory: incidents,
})

function vehicleBody({ plate, insured }: PolicyToBind) {
  const [main, ...additional] = insured?.drivers ?? []
  return {
    carRegistration: plate,
    ...(main && { mainDriver: boundDriver(main), additionalDrivers: additional.map(boundDriver) }),
  }
}

/** `clientReference` is our key, for insurers that can look it up and for operators who call them. */
export function toBindRequestBody(policy: PolicyToBind) {
  const [primary, ...additional] = policy.policyholders
  return {
    type: 'bind',
    clientReference: policy.idempotencyKey,
    attributes: {
      bindPolicyParties: {
        ...(primary && {
          primaryPolicyHolder: { ...holderBody(primary), businessName: policy.businessName },
        }),
        additionalPolicyHolders: additional.map(holderBody),
      },
      bindVehicleDetails: vehicleBody(policy),
      ...(primary && {
        endConsentDetails: {
          emailAddress: sentEmail(primary),
          endConsentIndicator: true,
          mobileNumber: primary.mobile,
        },
      }),
      paymentContextDetails: paymentBody(policy.payment),
      policyHistory: policy.history,
      postalAddress: addressBody(policy.postalAddress),
      questions: [
        { code: '003', answer: 'N' },
        { code: '004', answer: 'N' },
      ],
      quoteDetails: {
        ...(primary && {
          insuredDetails: {
            customerDob: primary.dateOfBirth,
            customerPostcode: policy.insured?.postcode ?? policy.postalAddress.postcode,
          },
        }),
        quoteNumber: policy.quoteNumber,
      },
    },
  }
}
