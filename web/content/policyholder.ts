/** Texts and error messages of step 4 (policyholder). */
import type { PaymentMethod } from '#journey/payment-methods.ts'
import type { PolicyholderErrorCode } from '#journey/questions/policyholder.ts'
import { addressSearchText } from './address.ts'
import {
  dateOfBirthMessages,
  freeTextNameMessages,
  type Messages,
  nameMessages,
  paymentStartMessages,
} from './messages.ts'

export const policyholderText = {
  title: 'Policyholder',
  purpose: 'Who takes out the policy, and how you would like to pay.',
  applicantLegend: 'Applicant',
  businessName: 'Company or trust name',
  businessHint: 'As in the Companies Register or the trust deed',
  useMainDriver: 'Use main driver details',
  useMainDriverHelp: 'Copies names and date of birth of the main driver to policyholder 1.',
  copied: 'Main driver details copied',
  cleared: 'Policyholder 1 cleared',
  oldDriver:
    'Policyholder 1 and the main driver are not the same any more. Check policyholder 1, or copy the main driver again.',
  policyholder: (number: number) => `Policyholder ${number}`,
  titleLegend: 'Title',
  titleHint: 'The insurer’s records need one of these',
  firstName: 'First Name',
  lastName: 'Last Name',
  dateOfBirth: 'Date of birth',
  dateOfBirthHint: 'For example, 27/03/1990. Must be 18 or older',
  email: 'Email',
  emailHint: 'Your documents go here, so check it carefully',
  otherEmailHint: 'Unless it is policyholder 1’s, we tell them here that they are on the policy',
  didYouMean: (address: string) => `Did you mean ${address}?`,
  mobileCode: 'Mobile code',
  mobile: 'Mobile',
  mobileHint: 'Only used about this quote or policy',
  add: 'Add another policyholder',
  remove: 'Remove Policyholder',
  removed: (number: number) => `Policyholder ${number} removed`,
  /** Of one who was not the last. */
  removedBefore: (number: number) =>
    `Policyholder ${number} removed. The next one is now policyholder ${number}.`,
  authorityLabel: 'About additional policyholders',
  authorityShort: 'Everyone you add has full authority over the policy.',
  authority:
    'Additional policyholders (up to 5 in total) share full authority under the policy: they can make changes, lodge claims, receive refunds, cancel or take over the policy.',
  postalTitle: 'Postal address',
  postalLabel: 'Postal Address',
  postalHint: 'Start typing a New Zealand address',
  useVehicleAddress: 'Use vehicle address',
  useVehicleAddressHelp: 'Copies the address where the car is kept overnight.',
  addressCopied: 'Vehicle address copied',
  addressCleared: 'Postal address cleared',
  oldAddress:
    'The car is not kept at the address copied here any more. Check the postal address, or copy the vehicle address again.',
  documentsNote: 'Your documents are sent only by email.',
  paymentTitle: 'How you pay',
  methodLegend: 'Payment method',
  methods: {
    Credit_Card: 'Direct Debit - Credit Card',
    BANK_TRANSFER: 'Direct Debit - Bank Transfer',
  } satisfies Record<PaymentMethod, string>,
  annualNote: 'A year paid at once is paid by card. Next takes you to our secure payment page.',
  /** @param payment '$38.20 a fortnight' */
  cardPayments: (payment: string, count: number, total: string) =>
    `We debit ${payment} from your card, ${count} times a year, ${total} in all.`,
  notCharged: 'You have not been charged.',
  cancelled: 'Payment cancelled. You have not been charged.',
  noPaymentPage:
    'The payment page could not be opened. You have not been charged. Please try again, or call us.',
  /** After one that was: it may have charged the card. */
  noPaymentPageAgain: 'The payment page could not be opened. Please try again, or call us.',
  quoteFirst:
    'Your quote needs another look before you pay: you have not agreed to its declaration yet, its start date has passed, or it was changed in another tab. Press Back to check it.',
  saving: 'Saving…',
  leaving: 'Taking you to our secure payment page',
  leavingDetail: 'You enter your card there. You come back here when it is done.',
} as const

export const policyholderMessages: Messages<PolicyholderErrorCode> = {
  ...dateOfBirthMessages,
  ...nameMessages,
  ...freeTextNameMessages,
  ...paymentStartMessages,
  BUSINESS_NAME_REQUIRED: 'Please enter your business Name',
  TITLE_REQUIRED: 'Please select title',
  HOLDER_FIRST_NAME_REQUIRED: 'Please enter your first name',
  HOLDER_LAST_NAME_REQUIRED: 'Please enter your last name',
  HOLDER_EMAIL_INVALID: 'Please enter a valid email address',
  MOBILE_REQUIRED: 'Please enter your phone number',
  MOBILE_INVALID: 'Please enter a valid mobile number',
  ADDRESS_REQUIRED: addressSearchText.required,
  ADDRESS_NOT_FOUND: addressSearchText.unknown,
  PAYMENT_METHOD_REQUIRED: 'Please select payment method',
}
