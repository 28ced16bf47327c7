/**
 * The modules that nobody fetches between the first page and the policy: another captcha, a plate without a car, and what
 * only who comes back needs, or who went on with the quote on another device. The build keeps them in files of their own,
 * and the size of the journey leaves them out.
 */
export const rareModules: readonly string[] = [
  'web/features/captcha/recaptcha.ts',
  'web/pages/car/confirm-identity.tsx',
  'web/pages/car/no-models-found.tsx',
  'web/pages/car/slow-lookup-notice.tsx',
  'web/features/quote-access/reverify-owner.ts',
  'web/features/quote-access/restore-quote.ts',
]
