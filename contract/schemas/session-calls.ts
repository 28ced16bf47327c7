/** Request and response schemas of the calls that log in, extend the session, and check the captcha. */
import { z } from 'zod'
import { captchaToken, queryParams, referrerId } from './common.ts'

const credentials = {
  user_id: z.string().max(200).optional(),
  password: z.string().max(200).optional(),
  partnerId: referrerId.optional(),
}
const sessionToken = z.object({ JWT: z.string() })

export const sessionCallSchemas = {
  login: {
    query: queryParams(credentials),
    body: z.strictObject({ ...credentials, recaptchaResponse: captchaToken }).nullish(),
    reply: sessionToken,
  },
  session: { reply: sessionToken },
  captchaChallenge: {
    /** A puzzle solves only the check it was made for. */
    query: queryParams({ use: z.enum(['invisible', 'visible']).optional() }),
    reply: z.record(z.string(), z.unknown()),
  },
  validateRecaptcha: {
    query: z.strictObject({ captchaRequest: z.string().min(1).max(8192) }),
    reply: z.object({ verified: z.literal(true) }),
  },
}
