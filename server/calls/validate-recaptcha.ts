/** GET /vero/validate/recaptcha: the visible check was done; success gives this session a pass (EDGE-15). */
import { type Handler, refuse, reply } from '#server/context.ts'
import { grantPass } from '#server/http/captcha.ts'

export const validateRecaptcha: Handler<'validateRecaptcha'> = async ({ query, visitor }, services) =>
  (await grantPass(query.captchaRequest, visitor, services))
    ? reply({ verified: true as const })
    : refuse('CAPTCHA_REQUIRED')
