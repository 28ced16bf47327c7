/** Texts of the page of a card payment that failed, and of the button that tries it again. */

export const cardFailureText = {
  pageTitle: 'Payment not successful',
  title: 'Oops!',
  text: 'Sorry your payment has not been successful. Please try entering your credit card details again.',
  perhapsCharged:
    'Your quote is kept. If you have paid in the meantime, your policy is on its way by email: look there before you pay again.',
  proceed: 'Proceed to payment',
  opening: 'Taking you to our secure payment page…',
  backToQuote: 'Go back to quote',
  noPage: 'The payment page could not be opened. Please try again, go back to your quote, or call us.',
  quoteFirst:
    'Your quote needs another look before you pay: you have not agreed to its declaration yet, one of its dates has passed, or it was changed elsewhere. Go back to your quote to check it.',
  signature: (brand: string) => `The ${brand} car insurance team`,
} as const
