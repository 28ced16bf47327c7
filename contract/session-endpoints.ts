/** Calls about the session itself: logging in, staying, and proving to be a person. */
import { z } from 'zod'
import { declareCalls } from './endpoint.ts'
import { asked, captchaToken, partnerId } from './schemas/common.ts'

export const sessionCalls = declareCalls({
  login: {
    method: 'POST',
    path: '/login',
    who: 'open',
    captcha: null,
    query: asked({
      user_id: z.string().max(200).optional(),
      password: z.string().max(200).optional(),
      partnerId: partnerId.optional(),
    }),
    body: z
      .strictObject({
        user_id: z.string().max(200).optional(),
        password: z.string().max(200).optional(),
        partnerId: partnerId.optional(),
        recaptchaResponse: captchaToken,
      })
      .nullish(),
    form: true,
    opensSession: true,
    reply: z.object({ JWT: z.string() }),
    problems: ['NOT_LOGGED_IN', 'TOO_MANY_REQUESTS'],
  },
  session: {
    method: 'GET',
    path: '/session',
    who: 'bearer',
    captcha: null,
    reply: z.object({ JWT: z.string() }),
    problems: [],
  },
  captchaChallenge: {
    method: 'GET',
    path: '/captcha/challenge',
    who: 'open',
    captcha: null,
    /** A puzzle of the visible check is good for nothing else, and no other is good for it. */
    query: asked({ use: z.enum(['invisible', 'visible']).optional() }),
    reply: z.record(z.string(), z.unknown()),
    empty: 204,
    problems: ['TOO_MANY_REQUESTS'],
  },
  validateRecaptcha: {
    method: 'GET',
    path: '/vero/validate/recaptcha',
    who: 'passThrough',
    captcha: null,
    query: z.strictObject({ captchaRequest: z.string().min(1).max(8192) }),
    reply: z.object({ verified: z.literal(true) }),
    problems: ['CAPTCHA_REQUIRED', 'TOO_MANY_REQUESTS'],
  },
})
