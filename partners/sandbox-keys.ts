/** The credentials that the adapters send to the sandbox partners; not secret, because no money moves. */
export const sandboxKeys = {
  card: { username: 'sandbox', apiKey: 'sandbox-card-key' },
  checkout: { secretKey: 'sandbox-checkout-key', webhookSecret: 'sandbox-checkout-webhook' },
  vehicle: { key: 'sandbox-vehicle-key' },
  insurer: { key: 'sandbox-insurer-key' },
  address: { key: 'sandbox-address-key', secret: 'sandbox-address-secret' },
} as const
