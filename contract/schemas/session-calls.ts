/** Request and response schemas of the calls that log in, extend the session, and check the captcha. */
import { z } from 'zod'
import { captchaToken, queryParams, referrerId } from './common.ts'

export const sessionCallSchemas = {
  login: {
    query: queryParams({
      user_id: z.string().max(200).optional(),
      password: z.string().max(200).optional(),
      partnerId: referrerId.optional(),
    }),
    body: z
      .strictObject({
        user_id: z.string().max(200).optional(),
        password: z.string().max(200).optional(),
        partnerId: referrerId.optional(),
        recaptchaResponse: captchaToken,
      })
      .nullish(),
    reply: z.object({ JWT: z.string() }),
  },
  session: {
    reply: z.object({ JWT: z.string() }),
  },
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
