/** GET /vero/validate/recaptcha: the visible check was done; success gives this session a pass (EDGE-15). */
import { type Handler, refuse, reply } from '#server/lib/context.ts'
import { grantCaptchaPass } from '#server/plugins/captcha.ts'

export const validateRecaptcha: Handler<'validateRecaptcha'> = async ({ query, visitor }, services) => {
  const pass = await grantCaptchaPass(query.captchaRequest, visitor, services)
  return pass ? { ...reply({ verified: true as const }), ...pass } : refuse('CAPTCHA_REQUIRED')
}
