/**
 * The modules that nobody fetches between the first page and the policy: another captcha, a plate without a car, and what
 * only who comes back needs, or who went on with the quote on another device. The build keeps them in files of their own,
 * and the size of the journey leaves them out.
 */
export const offTheWay: readonly string[] = [
  'web/captcha/recaptcha.ts',
  'web/steps/1-car/confirm-person.tsx',
  'web/steps/1-car/no-models.tsx',
  'web/steps/1-car/slow-finding.tsx',
  'web/handed-over.ts',
  'web/resume.ts',
]
