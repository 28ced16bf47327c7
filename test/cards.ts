/** Details of a card that the sandbox approves, as typed on the hosted payment page. */
export const goodCard = {
  cardNumber: '4111 1111 1111 1111',
  nameOnCard: 'Aroha Smith',
  expiry: '07/39',
  securityCode: '123',
} as const
