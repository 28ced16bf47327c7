/** What step 1 says to who comes back to a quote. */
export const returningCustomerText = {
  found: 'Your quote',
  foundHelp: 'Your answers are filled in below. Check or change them, or go straight to your price.',
  continue: 'Continue to your quote',
  confirmFirst: 'confirm it’s you at the top of this page',
} as const
