/** Names of the buttons that open a calendar; none contains its field's label, by which the field is found. */
export const datePickerText = {
  coverStart: 'Choose the first day of cover from a calendar',
  paymentStart: 'Choose the first payment day from a calendar',
} as const
