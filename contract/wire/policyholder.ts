/** Converts policyholders to and from the JSON of API calls: the list of step 4, and the parties of a bind. */
import type { BodyOf, RequestBodyOf } from '#contract/endpoints.ts'
import type { Policyholder } from '#journey/people.ts'
import type { QuotePolicyholders } from '#journey/questions/policyholder.ts'
import { decodeAddress, encodeAddress } from './rating-answers.ts'

type PolicyholdersBody = Extract<BodyOf<'quoteCreate'>, { policyHolderDetails: unknown }>

export const encodePolicyholders = ({
  policyholders,
  businessName,
  postalAddress,
  paymentMethod,
  paymentStart,
}: QuotePolicyholders) => ({
  policyHolderDetails: policyholders.map(policyholder => ({
    ...policyholder,
    ...(businessName && { businessName }),
  })),
  addressDetails: encodeAddress(postalAddress, 'POSTAL'),
  ...(paymentMethod && { paymentMethod }),
  ...(paymentStart && { paymentStartDate: paymentStart }),
})

export const decodePolicyholderList = (policyholders: PolicyholdersBody['policyHolderDetails']) => ({
  policyholders: policyholders.map(({ businessName: _, ...policyholder }) => policyholder),
  businessName: policyholders[0]?.businessName ?? '',
})

export const decodePolicyholdersBody = ({
  policyHolderDetails,
  addressDetails,
  paymentMethod,
  paymentStartDate,
}: PolicyholdersBody): QuotePolicyholders => ({
  ...decodePolicyholderList(policyHolderDetails),
  postalAddress: decodeAddress(addressDetails),
  paymentMethod: paymentMethod ?? null,
  paymentStart: paymentStartDate ?? null,
})

type Parties = BodyOf<'quoteBind'>['attributes']['bindPolicyParties']
type Individual = Parties['primaryPolicyHolder']['individualPolicyHolder']
type SentParties = RequestBodyOf<'quoteBind'>['attributes']['bindPolicyParties']

const encodeIndividual = ({ email, mobile, dateOfBirth, firstName, lastName, title }: Policyholder) => ({
  // No step asks for a landline.
  contactDetails: { emailAddress: email, landlineNum: '', mobileNum: mobile },
  dob: dateOfBirth,
  givenName: firstName,
  surname: lastName,
  title,
})

export const decodeIndividual = (person: Individual): Policyholder => ({
  title: person.title,
  firstName: person.givenName,
  lastName: person.surname,
  dateOfBirth: person.dob,
  email: person.contactDetails.emailAddress,
  mobile: person.contactDetails.mobileNum,
})

/** The parties of a bind. '' as business name says that there is none, because another tab may have saved one. */
export const encodeParties = (
  [primary, ...others]: readonly [Policyholder, ...Policyholder[]],
  businessName: string,
): SentParties => ({
  primaryPolicyHolder: { individualPolicyHolder: encodeIndividual(primary), businessName },
  additionalPolicyHolders: others.map(policyholder => ({
    individualPolicyHolder: encodeIndividual(policyholder),
  })),
})

/** The people of a bind. The business name is undefined if the body has none; then the answer of step 4 applies. */
export const decodeParties = ({ primaryPolicyHolder: primary, additionalPolicyHolders = [] }: Parties) => ({
  policyholders: [primary, ...additionalPolicyHolders].map(one =>
    decodeIndividual(one.individualPolicyHolder),
  ),
  businessName: primary.businessName,
})
