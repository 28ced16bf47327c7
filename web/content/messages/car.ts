/** Of step 1. */
import type { CarCode } from '#journey/questions/car.ts'
import { addressWords } from '#web/content/address.ts'
import { carValueWords } from '#web/content/car-value.ts'
import type { Messages } from './messages.ts'

export const carMessages: Messages<CarCode> = {
  PLATE_INVALID: 'Please enter a valid plate number',
  PLATES_TOO_MANY: 'You have asked about several cars. Please try again in an hour.',
  TRANSMISSION_REQUIRED: 'Please select transmission',
  MODEL_REQUIRED: 'Please select model',
  YES_NO_REQUIRED: "Please select 'Yes' or 'No'",
  FINANCE_COMPANY_REQUIRED: 'Please select finance company',
  CAR_VALUE_REQUIRED: carValueWords.required,
  CAR_VALUE_INVALID: carValueWords.invalid,
  CAR_VALUE_TOO_HIGH: carValueWords.tooHigh,
  CAR_VALUE_OUT_OF_BAND: ({ min, max }) => `We would expect your car's value to be between ${min} and ${max}`,
  ADDRESS_REQUIRED: addressWords.required,
  ADDRESS_NOT_FOUND: addressWords.unknown,
}
