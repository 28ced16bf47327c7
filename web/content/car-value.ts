/** What may be wrong with the car's value on steps 1 and 3; the band each prints with an apostrophe of its own. */
export const carValueText = {
  required: "Please enter car's value",
  invalid: "Please enter valid car's value",
  tooHigh: 'Sorry, We are unable to offer insurance for your car',
} as const
