/** Generates the OpenAPI document of the calls from their schemas and the endpoint table. */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { type ProblemCode, problems } from '#contract/problems.ts'
import { passThroughAuthorization } from '#contract/tokens-and-cookies.ts'
import { sessionCookieName } from '#server/access/browser-session.ts'
import type { Config } from '#server/config.ts'

type TransformObject = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>

/** The introduction of the document: rules that the schemas do not express. */
const howToCall = `All calls of the quote-and-buy journey.

\`registration\` returns a URL that contains an \`id\` and a \`token\`. Send them to \`login\` as \`user_id\` and \`password\`.
\`login\` returns a JWT, which is the bearer token of this quote only. Keep the \`sid\` cookie: a token issued with a \`sid\` cookie
works only with that cookie.

A call that is protected by a captcha expects its token as \`recaptchaResponse\` in the body or \`captchaRequest\` in the query.
If the server runs with CAPTCHA=off, no token is needed.

Make the calls in this order: registration, login, vehicleLookup, sumInsured, addressRisk, quoteCreate (car), quoteCreate
(drivers and cover), quoteAmend with declarationAgreed, quoteCreate (policyholders), and quoteBind or paymentCreate.`

const problem = {
  'application/problem+json': {
    schema: z.object({
      type: z.string(),
      title: z.string(),
      status: z.int(),
      code: z.enum(Object.keys(problems)),
      requestId: z.string(),
      errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    }),
  },
}

/** Groups the error codes by status, because several codes share one. */
function problemResponses({ captcha, problems: own }: Endpoint): Record<string, object> {
  const codes = new Set<ProblemCode>([...own, ...(captcha === null ? [] : (['CAPTCHA_REQUIRED'] as const))])
  const byStatus = Map.groupBy(codes, code => problems[code].status)
  const textOf = (list: readonly ProblemCode[]) =>
    list.map(code => `${code}: ${problems[code].title}`).join('; ')
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [status, { description: textOf(list), content: problem }]),
  )
}

export const responsesOf = (call: Endpoint): Record<string, object> => ({
  ...(call.reply && { 200: call.reply }),
  ...(call.document && {
    200: { description: 'A document', content: { [call.document]: { schema: z.unknown() } } },
  }),
  ...(call.empty && { [call.empty]: z.null().describe('No result, or no result yet') }),
  ...problemResponses(call),
  default: { description: 'The errors that every call can return', content: problem },
})

/** @fastify/swagger marks every body as required; login also works with the query alone. */
function withOptionalBodies(document: Parameters<TransformObject>[0]): ReturnType<TransformObject> {
  if (!('openapiObject' in document)) return document.swaggerObject
  const { openapiObject } = document
  for (const { method, path, body } of Object.values<Endpoint>(endpoints)) {
    const asked = openapiObject.paths?.[`/edge${path}`]?.[method === 'POST' ? 'post' : 'get']?.requestBody
    if (asked && 'required' in asked && body?.safeParse(undefined).success) asked.required = false
  }
  return openapiObject
}

/** Security requirements by access level; the session cookie is included where a client has one. */
export const securityOf: Readonly<
  Record<Endpoint['access'], readonly Readonly<Record<string, readonly string[]>>[]>
> = {
  open: [],
  // A client without cookies is identified by its token instead of the session.
  passThrough: [{ passThrough: [], sid: [] }, { session: [] }, { passThrough: [] }],
  bearer: [{ session: [], sid: [] }, { session: [] }],
}

export const openApi = (config: Pick<Config, 'production'>): FastifyDynamicSwaggerOptions => ({
  openapi: {
    openapi: '3.1.0',
    info: { title: 'Openroad edge', version: '1', description: howToCall },
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The JWT that `login` returns.',
        },
        sid: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName(config),
          description: 'The browser session. A token issued with this cookie works only with it.',
        },
        passThrough: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: `A fixed value, the same for all clients: '${passThroughAuthorization}'. It gives no access by itself.`,
        },
      },
    },
  },
  transform: jsonSchemaTransform,
  transformObject: withOptionalBodies,
})
