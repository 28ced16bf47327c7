/** A card that the sandbox approves, as it is typed on the hosted page. */
export const goodCard = {
  cardNumber: '4111 1111 1111 1111',
  nameOnCard: 'Aroha Smith',
  expiry: '07/39',
  securityCode: '123',
} as const
