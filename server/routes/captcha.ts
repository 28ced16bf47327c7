/** Handlers of the captcha: a new puzzle, and the visible check, which gives the session a captcha pass. */
import { grantCaptchaPass } from '#server/access/captcha.ts'
import { empty, type Handler, refuse, reply } from '#server/lib/handler-types.ts'

/** Empty if the configured captcha uses no puzzles. */
export const captchaChallenge: Handler<'captchaChallenge'> = async ({ query, caller }, { captcha }) => {
  const challenge = await captcha.challenge({ use: query.use ?? 'invisible', hostname: caller.hostname })
  return challenge ? reply(challenge) : empty
}

export const validateRecaptcha: Handler<'validateRecaptcha'> = async ({ query, caller }, services) => {
  const pass = await grantCaptchaPass(query.captchaRequest, caller, services)
  return pass ? { ...reply({ verified: true as const }), ...pass } : refuse('CAPTCHA_REQUIRED')
}
