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
const howToCall = `Every call of the quote-and-buy journey.

\`registration\` answers a url with an \`id\` and a \`token\` in it: they are \`user_id\` and \`password\` of \`login\`, whose
JWT is the bearer token of that one quote. Keep the cookie \`sid\` as well: a token that was got beside one works only with it.
A guarded call takes the token of a captcha as \`recaptchaResponse\` in its body, or \`captchaRequest\` in its query; none is
needed where the server runs with CAPTCHA=off. The order is registration, login, vehicleLookup, sumInsured, addressRisk,
quoteCreate (car), quoteCreate (drivers and cover), quoteAmend with declarationAgreed, quoteCreate (policyholders), and
quoteBind or paymentCreate.`

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
function refusalsOf({ captcha, problems: own }: Endpoint): Record<string, object> {
  const codes = new Set<ProblemCode>([...own, ...(captcha === null ? [] : (['CAPTCHA_REQUIRED'] as const))])
  const byStatus = Map.groupBy(codes, code => problems[code].status)
  const told = (list: readonly ProblemCode[]) =>
    list.map(code => `${code}: ${problems[code].title}`).join('; ')
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [status, { description: told(list), content: problem }]),
  )
}

export const responsesOf = (call: Endpoint): Record<string, object> => ({
  ...(call.reply && { 200: call.reply }),
  ...(call.document && {
    200: { description: 'A document', content: { [call.document]: { schema: z.unknown() } } },
  }),
  ...(call.empty && { [call.empty]: z.null().describe('Nothing there, or not yet') }),
  ...refusalsOf(call),
  default: { description: 'Any refusal that calls have in common', content: problem },
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
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The JWT of login.' },
        sid: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName(config),
          description: 'The browser session. A token that was got beside one works only with it.',
        },
        passThrough: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: `The same for everybody: '${passThroughAuthorization}'. By itself it opens nobody's data.`,
        },
      },
    },
  },
  transform: jsonSchemaTransform,
  transformObject: withOptionalBodies,
})
