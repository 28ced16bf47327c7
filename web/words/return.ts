/** What is said to who comes back to a quote: on step 1, and where they say who they are. */
export const returnWords = {
  found: 'Your quote',
  foundHelp: 'Your answers are filled in below. Check or change them, or go straight to your price.',
  continue: 'Continue to your quote',
  confirmTitle: 'Confirm it’s you',
  confirmHelp: 'Tell us two things to see the people on your quote and go on with it.',
  confirmFirst: 'we need to know first that it is you: please confirm at the top of this page',
  notYours: 'Not your quote? Start a new one',
  confirm: 'Confirm',
  confirmFailed: 'These details do not match your quote. Check them and try again.',
  confirmed: 'Thank you. All your answers are filled in.',
} as const

/** By what somebody shows that a quote is theirs. */
export const ownerWords = {
  dateOfBirth: 'Date of birth',
  dateOfBirthHint:
    'The policyholder’s, or the main driver’s if you had not come to step 4. For example 27/03/1990',
  postcode: 'Postcode',
  postcodeHint: 'Of the address where the car is kept overnight',
} as const
