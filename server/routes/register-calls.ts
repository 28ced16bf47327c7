/** Registers a Fastify route for every call of the contract, with its schemas and handler. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import type { EndpointName } from '#contract/routes.ts'
import { queryParams } from '#contract/schemas/common.ts'
import { createSessionWithCookie, sessionCookie, sessionCookieName } from '#server/access/browser-session.ts'
import { countMiss } from '#server/access/brute-force-guard.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'
import type { CallRequest, Handler, Rejection, RequestContext } from '#server/lib/handler-types.ts'
import { guessAttemptOf } from '#server/plugins/call-guards.ts'
import { responsesOf, securityOf } from '#server/plugins/openapi.ts'
import { rejectCall } from '#server/plugins/problem-details.ts'
import { bindByDirectDebit } from '#server/purchase/bind-by-direct-debit.ts'
import { rateQuote } from '#server/quotes/rate-quote.ts'
import { saveCar } from '#server/quotes/save-car.ts'
import { savePolicyholders } from '#server/quotes/save-policyholders.ts'
import { logSecurityEvent } from '#server/telemetry/security-events.ts'
import { paymentCreate, paymentRetry } from './card-payment.ts'
import { emailQuote } from './email-quote.ts'
import { prospectCar, quoteRetrieve } from './find-quote.ts'
import {
  addressPostal,
  addressRisk,
  addressSuggest,
  sumInsured,
  vehicleDetails,
  vehicleLookup,
} from './look-ups.ts'
import { calendarRetrieve, directDebitTerm, documentRetrieve } from './policy-documents.ts'
import { registerProspect } from './register-prospect.ts'
import { policyRetrieve } from './retrieve-policy.ts'
import { captchaChallenge, login, session, validateRecaptcha } from './session-and-captcha.ts'

/** One call with three request bodies, recognised by their shape. */
const quoteCreate: Handler<'quoteCreate'> = async (request, services) => {
  const { body, quoteAccess, caller } = request
  if ('attributes' in body) return rateQuote({ ...request, body }, services)
  return 'vehicleDetails' in body
    ? saveCar(body, quoteAccess, caller, services)
    : savePolicyholders(body, caller, services)
}

const quoteBind: Handler<'quoteBind'> = ({ body, caller }, services) =>
  bindByDirectDebit(body, caller, services)

const handlers: { readonly [N in EndpointName]: Handler<N> } = {
  addressPostal,
  addressRisk,
  addressSuggest,
  calendarRetrieve,
  captchaChallenge,
  directDebitTerm,
  documentRetrieve,
  emailQuote,
  login,
  paymentCreate,
  paymentRetry,
  policyRetrieve,
  prospectCar,
  quoteAmend: rateQuote,
  quoteBind,
  quoteCreate,
  quoteRetrieve,
  registration: registerProspect,
  session,
  sumInsured,
  validateRecaptcha,
  vehicleDetails,
  vehicleLookup,
}

const noQuery = queryParams({})

const schemaOf = (name: EndpointName, call: Endpoint) => ({
  operationId: name,
  security: securityOf[call.access],
  ...(call.captcha && {
    description: `Guarded by the captcha action '${call.captcha}'${call.captchaExemptField ? `; a body with ${call.captchaExemptField} needs no token` : ''}.`,
  }),
  ...(call.params && { params: call.params }),
  querystring: call.query ?? noQuery,
  ...(call.body && { body: call.body }),
  ...(call.form && { consumes: ['application/x-www-form-urlencoded'] }),
  response: responsesOf(call),
})

export function registerCalls(app: FastifyInstance, services: Dependencies): void {
  for (const name of Object.keys(endpoints) as EndpointName[]) registerCall(app, name, services)
}

function registerCall<N extends EndpointName>(app: FastifyInstance, name: N, services: Dependencies): void {
  const call: Endpoint = endpoints[name]
  const handle = handlers[name] as Handler<N>
  app.route({
    method: call.method,
    url: `/edge${call.path}`,
    schema: schemaOf(name, call),
    config: { call: name },
    handler: async (request, response) => {
      const caller = call.opensSession ? await withSession(request, response, services) : request.caller
      // Fastify validated these against the schemas, and requireToken checked the quote.
      const { body, query, params, quoteAccess } = request as unknown as CallRequest<N>
      const quoteId = caller.quoteId as CallRequest<N>['quoteId']
      const result: AnyResult = await handle({ body, query, params, caller, quoteId, quoteAccess }, services)
      if (isGuess(result)) await countMiss(guessAttemptOf(request), services)
      if ('refused' in result) return rejectCall(request, response, result, services)
      if ('empty' in result && call.logEmptyAsFailedLookup)
        logSecurityEvent('MISS', request, request.caller, services)
      return sendResult(response, call, result, services)
    },
  })
}

/** A result of any call; its type was checked where the handler is defined. */
type AnyResult =
  | { readonly reply: unknown; readonly sid?: string; readonly guessed?: true }
  | { readonly empty: true; readonly retryAfterSeconds?: number }
  | Rejection

/** An empty or rejected look-up, or a hit that a guess could have found. */
function isGuess(result: AnyResult): boolean {
  if ('reply' in result) return result.guessed === true
  return 'empty' in result || result.refused === 'NOT_LOGGED_IN'
}

const fileNames: Partial<Record<NonNullable<Endpoint['document']>, string>> = {
  'application/pdf': 'policyDetails.pdf',
  'text/calendar': 'policyDates.ics',
}

function sendResult(
  response: FastifyReply,
  { document, empty = 204 }: Endpoint,
  result: Exclude<AnyResult, Rejection>,
  { config }: Dependencies,
): FastifyReply {
  if ('empty' in result) {
    if (result.retryAfterSeconds !== undefined) response.header('retry-after', result.retryAfterSeconds)
    return response.code(empty).send()
  }
  const { reply, sid } = result
  if (sid !== undefined) response.setCookie(...sessionCookie(config, sid))
  if (!document) return response.send(reply)
  const fileName = fileNames[document]
  if (fileName) response.header('content-disposition', `attachment; filename="${fileName}"`)
  if (document === 'application/pdf') return response.type(document).send(Buffer.from(reply as Uint8Array))
  return response.type(`${document}; charset=utf-8`).send(reply)
}

/**
 * Opens a session for a client without one. A client that sent an expired cookie continues in the new session,
 * because its token works only with a cookie. For a client without a cookie, the token of this response works alone.
 */
async function withSession(
  request: FastifyRequest,
  response: FastifyReply,
  services: Dependencies,
): Promise<RequestContext> {
  const { caller } = request
  if (caller.sessionId !== null) return caller
  const opened = await createSessionWithCookie(response, caller, services)
  const hadOne = request.cookies[sessionCookieName(services.config)] !== undefined
  return hadOne ? { ...caller, ...opened } : { ...caller, openedSessionId: opened.sessionId }
}
