/** Endpoints of the session: log in, extend the session and pass the captcha. */
import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { captchaToken, partnerId, queryParams } from './schemas/common.ts'

export const sessionEndpoints = defineEndpoints({
  login: {
    method: 'POST',
    path: '/login',
    access: 'open',
    captcha: null,
    query: queryParams({
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
    access: 'bearer',
    captcha: null,
    reply: z.object({ JWT: z.string() }),
    problems: [],
  },
  captchaChallenge: {
    method: 'GET',
    path: '/captcha/challenge',
    access: 'open',
    captcha: null,
    /** A puzzle of the visible check is good for nothing else, and no other is good for it. */
    query: queryParams({ use: z.enum(['invisible', 'visible']).optional() }),
    reply: z.record(z.string(), z.unknown()),
    empty: 204,
    problems: ['TOO_MANY_REQUESTS'],
  },
  validateRecaptcha: {
    method: 'GET',
    path: '/vero/validate/recaptcha',
    access: 'passThrough',
    captcha: null,
    query: z.strictObject({ captchaRequest: z.string().min(1).max(8192) }),
    reply: z.object({ verified: z.literal(true) }),
    problems: ['CAPTCHA_REQUIRED', 'TOO_MANY_REQUESTS'],
  },
})
