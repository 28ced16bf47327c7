/** Texts of step 1 for a customer who returns to a quote. */
export const returningCustomerText = {
  found: 'Your quote',
  foundHelp: 'Your answers are filled in below. Check or change them, or go straight to your price.',
  continue: 'Continue to your quote',
  confirmFirst: 'confirm it’s you at the top of this page',
} as const
