/** GET /captcha/challenge: a new puzzle, if the configured captcha uses puzzles. */
import { empty, type Handler, reply } from '#server/lib/context.ts'

export const captchaChallenge: Handler<'captchaChallenge'> = async ({ query, visitor }, { captcha }) => {
  const challenge = await captcha.challenge({ use: query.use ?? 'invisible', hostname: visitor.hostname })
  return challenge ? reply(challenge) : empty
}
