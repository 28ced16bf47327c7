/** A card that the sandbox approves, and its payment on the hosted page. */

/** As typed on the page. */
export const goodCard = {
  cardNumber: '4111 1111 1111 1111',
  nameOnCard: 'Aroha Smith',
  expiry: '07/39',
  securityCode: '123',
} as const

/** Pays on a hosted page without following its redirects. */
export const payByCard = (
  page: string,
  card: Readonly<Record<string, string>> = goodCard,
): Promise<Response> => fetch(page, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' })
