/** Texts of the payment failure view in the wizard. */
export const paymentFailedText = {
  title: 'Oops!',
  text: 'Sorry your payment has not been successful. Please try entering your bank details again.',
  outdated:
    'Your quote has changed, or the day its cover starts has passed. Go back to your quote to see what it costs now.',
  kept: 'Your quote is kept. If a policy email has arrived, you are covered from the day it names.',
  safe: 'Nothing was taken twice, and pressing again is safe.',
  proceed: 'Proceed to payment',
  backToQuote: 'Go back to quote',
} as const
