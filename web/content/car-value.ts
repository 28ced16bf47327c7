/**
 * Error messages for the car value in steps 1 and 3. The two steps print the band's message with different
 * apostrophes.
 */
export const carValueText = {
  required: "Please enter car's value",
  invalid: "Please enter valid car's value",
  tooHigh: 'Sorry, We are unable to offer insurance for your car',
} as const
