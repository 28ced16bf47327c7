/**
 * The credentials of the sandbox partners: the adapters send them and the sandbox checks them. They are not
 * secret, because the sandbox moves no money.
 */
export const sandboxKeys = {
  card: { username: 'sandbox', apiKey: 'sandbox-card-key' },
  checkout: { secretKey: 'sandbox-checkout-key', webhookSecret: 'sandbox-checkout-webhook' },
  vehicle: { key: 'sandbox-vehicle-key' },
  insurer: { key: 'sandbox-insurer-key' },
  address: { key: 'sandbox-address-key', secret: 'sandbox-address-secret' },
} as const
