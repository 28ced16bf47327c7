/** The sample customer of all tests: her car, people and account, as values and as the texts she types. */
import { type Address, emptyAddressParts } from '#journey/address.ts'
import type { Driver } from '#journey/people.ts'
import { indicatorNamesAbout, mapIndicators } from '#journey/questions/yes-no-questions.ts'
import type { FormTexts } from './form-answers.ts'

export const plate = 'JHU968'

const person = { firstName: 'Māia', lastName: 'O’Brien', dateOfBirth: '1988-04-12' }

export const driver = {
  ...person,
  type: 'Primary',
  incidentCount: '0',
  incidents: [],
} as const satisfies Driver

/** Her answers to the yes/no questions: No to each. */
export const indicators = mapIndicators(() => false)

export const policyholder = {
  ...person,
  title: 'Ms' as const,
  email: 'maia@example.nz',
  mobile: '0211234567',
}

export const address: Address = {
  addressId: 'NZ1',
  postcode: '1050',
  suburb: 'Remuera',
  city: 'Auckland',
  signature: 'signed',
  addressInBrokenDownForm: {
    ...emptyAddressParts,
    streetName: 'Remuera',
    streetNumber: '88',
    streetType: 'Road',
  },
  addressInFreeForm: { addressLine1: '88 Remuera Road', addressLine2: '' },
}
const addressLine = '88 Remuera Road, Remuera, Auckland 1050'

export const bankAccount = {
  authorizerName: 'Māia O’Brien',
  bankAccountName: 'M O’Brien',
  bankAccountNumber: '12-3140-0171323-50',
}

/** No to each yes/no question, as the form of a step has it. */
const noToEach = (section: 'car' | 'driver'): FormTexts =>
  Object.fromEntries(
    indicatorNamesAbout(section === 'car' ? 'car' : 'drivers').map(name => [`${section}.${name}`, 'NO']),
  )
export const carIndicatorTexts = noToEach('car')
const driverIndicatorTexts = noToEach('driver')

/** The form up to each step, with the texts of all earlier steps. The model depends on the register. */
export const carTexts: FormTexts = {
  'car.plate': plate,
  'car.transmission': 'Automatic',
  ...carIndicatorTexts,
  'car.isFinanced': 'NO',
  'car.riskAddress': addressLine,
  'car.carValue': '13700',
}

export const driverTexts = {
  ...carTexts,
  ...driverIndicatorTexts,
  'driver.drivers.0.firstName': driver.firstName,
  'driver.drivers.0.lastName': driver.lastName,
  'driver.drivers.0.dateOfBirth': '12/04/1988',
  'driver.drivers.0.incidentCount': driver.incidentCount,
} satisfies FormTexts

export const coverTexts: FormTexts = {
  ...driverTexts,
  'cover.cover': 'COMPREHENSIVE',
  'cover.frequency': 'FORTNIGHTLY',
  'cover.voluntaryExcess': '0',
  'cover.startDate': '25/11/2026',
}

export const policyholderTexts: FormTexts = {
  ...coverTexts,
  'policyholders.applicantType': 'Private',
  'policyholders.useMainDriver': 'YES',
  'policyholders.policyholders.0.title': policyholder.title,
  'policyholders.policyholders.0.firstName': policyholder.firstName,
  'policyholders.policyholders.0.lastName': policyholder.lastName,
  'policyholders.policyholders.0.dateOfBirth': '12/04/1988',
  'policyholders.policyholders.0.email': policyholder.email,
  'policyholders.policyholders.0.mobileCode': '021',
  'policyholders.policyholders.0.mobile': '1234567',
  'policyholders.useVehicleAddress': 'YES',
  'policyholders.postalAddress': addressLine,
  'payment.paymentMethod': 'BANK_TRANSFER',
}

export const accountTexts: FormTexts = {
  ...policyholderTexts,
  'payment.bank.accountName': bankAccount.bankAccountName,
  'payment.bank.accountNumber': bankAccount.bankAccountNumber,
  'payment.bank.accountAuthorizer': bankAccount.authorizerName,
  'payment.bank.authorised': 'YES',
}
