/**
 * The credentials that the sandbox accepts: the sandbox checks them, and the adapters use them where no real
 * partner is configured. The sandbox moves no money, so they are no secrets.
 */
export const sandboxKeys = {
  card: { username: 'sandbox', apiKey: 'sandbox-card-key' },
  checkout: { secretKey: 'sandbox-checkout-key', webhookSecret: 'sandbox-checkout-webhook' },
  vehicle: { key: 'sandbox-vehicle-key' },
  insurer: { key: 'sandbox-insurer-key' },
  address: { key: 'sandbox-address-key', secret: 'sandbox-address-secret' },
} as const
