/** GET /vero/validate/recaptcha: verifies the visible check; success gives this session a captcha pass. */

import { grantCaptchaPass } from '#server/access/captcha.ts'
import { type Handler, refuse, reply } from '#server/lib/context.ts'

export const validateRecaptcha: Handler<'validateRecaptcha'> = async ({ query, visitor }, services) => {
  const pass = await grantCaptchaPass(query.captchaRequest, visitor, services)
  return pass ? { ...reply({ verified: true as const }), ...pass } : refuse('CAPTCHA_REQUIRED')
}
