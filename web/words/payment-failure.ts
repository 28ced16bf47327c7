/** Every sentence of the failure view inside the wizard. */
export const failureWords = {
  title: 'Oops!',
  text: 'Sorry your payment has not been successful. Please try entering your bank details again.',
  kept: 'Your quote is kept. If a policy email has arrived, you are covered.',
  safe: 'Nothing was taken twice, and pressing again is safe.',
  proceed: 'Proceed to payment',
  backToQuote: 'Go back to quote',
} as const
