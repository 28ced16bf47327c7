/** GET /captcha/challenge: a new puzzle, where the captcha in use has any. */
import { empty, type Handler, reply } from '#server/context.ts'

export const captchaChallenge: Handler<'captchaChallenge'> = async (_request, { captcha }) => {
  const challenge = await captcha.challenge()
  return challenge ? reply(challenge) : empty
}
