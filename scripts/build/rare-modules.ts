/**
 * List of modules that an ordinary purchase never loads: another captcha, a plate without a car, and the
 * screens of returning customers or a second device. The build puts them in separate files, and the journey
 * size excludes them.
 */
export const rareModules: readonly string[] = [
  'web/features/captcha/recaptcha.ts',
  'web/pages/car/confirm-identity.tsx',
  'web/pages/car/no-models-found.tsx',
  'web/pages/car/slow-lookup-notice.tsx',
  'web/features/quote-access/reverify-owner.ts',
  'web/features/quote-access/restore-quote.ts',
]
