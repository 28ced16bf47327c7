/** Validation messages of step 1. */
import type { CarCode } from '#journey/questions/car-errors.ts'
import { addressSearchText } from '#web/content/address.ts'
import { carValueText } from '#web/content/car-value.ts'
import type { Messages } from './messages.ts'

export const carMessages: Messages<CarCode> = {
  PLATE_INVALID: 'Please enter a valid plate number',
  PLATES_TOO_MANY: 'You have asked about several cars. Please try again in an hour.',
  TRANSMISSION_REQUIRED: 'Please select transmission',
  MODEL_REQUIRED: 'Please select model',
  YES_NO_REQUIRED: "Please select 'Yes' or 'No'",
  FINANCE_COMPANY_REQUIRED: 'Please select finance company',
  CAR_VALUE_REQUIRED: carValueText.required,
  CAR_VALUE_INVALID: carValueText.invalid,
  CAR_VALUE_TOO_HIGH: carValueText.tooHigh,
  CAR_VALUE_OUT_OF_BAND: ({ min, max }) => `We would expect your car's value to be between ${min} and ${max}`,
  ADDRESS_REQUIRED: addressSearchText.required,
  ADDRESS_NOT_FOUND: addressSearchText.unknown,
}
