/**
 * Assembles the HTTP server: plugins, routes and error handlers in their order, used by main.ts and the
 * tests.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import fastifyCookie from '@fastify/cookie'
import fastifyFormbody from '@fastify/formbody'
import fastifyStatic from '@fastify/static'
import fastifySwagger from '@fastify/swagger'
import Fastify, {
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Application } from './container.ts'
import type { Dependencies } from './lib/context.ts'
import { minuteMs, secondMs } from './lib/durations.ts'
import { readJson } from './plugins/body-encoding.ts'
import { serveBrandFiles } from './plugins/brand-files.ts'
import { serveCspReports } from './plugins/csp-report.ts'
import { serveHealth } from './plugins/health.ts'
import { serveLoggedEvents } from './plugins/logged-events.ts'
import { openApi } from './plugins/openapi.ts'
import { servePages } from './plugins/pages.ts'
import { sendProblem } from './plugins/problem-details.ts'
import { onClientError, refuseAmbiguousHost, rejectConnect } from './plugins/protocol-errors.ts'
import type { CompressedPages } from './plugins/rendered-pages.ts'
import { allowedMethods, commonHeaders, edgeHeaders } from './plugins/security-headers.ts'
import { registerEndpoints, registerErrorHandler } from './routes/endpoints.ts'
import { cardPaymentWebhook } from './webhooks/card-payment.ts'
import { stripeWebhook } from './webhooks/stripe.ts'

/** More connections than a node can serve; further ones are closed before they cost anything. */
const maxSockets = 4000

/**
 * Rewrites a URL with a broken escape ('%zz') to a path that does not exist, so that it gets the usual 404
 * as a problem or a page.
 */
function withReadablePath(url: string): string {
  if (!url.includes('%')) return url
  try {
    decodeURI(url.split('?', 1)[0] ?? '')
    return url
  } catch {
    // decodeURI throws on a broken escape.
    return url.startsWith('/edge/') ? '/edge/unreadable' : '/unreadable'
  }
}

/** Body limit of forms; only one call reads them. */
const formLimitBytes = 4 * 1024

/** No caching below /edge: a cache on the way must not absorb a partner's repeated notice. */
const setEdgeHeaders: onRequestHookHandler = (_request, answer, done) => {
  answer.headers(edgeHeaders)
  done()
}

const sendNotFound = (request: FastifyRequest, answer: FastifyReply): void => {
  sendProblem(request, answer, 'NOT_FOUND')
}

/**
 * All routes below /edge: the calls, browser reports and the OpenAPI document. Unknown paths there get a
 * problem, not a page.
 */
const edgeCalls =
  (services: Dependencies): FastifyPluginAsync =>
  async edge => {
    edge.addHook('onRequest', setEdgeHeaders)
    await edge.register(fastifyFormbody, { bodyLimit: formLimitBytes })
    readJson(edge)
    registerEndpoints(edge, services)
    serveCspReports(edge, services)
    serveLoggedEvents(edge, services)
    edge.get('/edge/openapi.json', { schema: { hide: true } }, () => edge.swagger())
    // Refused before the body is read.
    edge.route({
      method: edge.supportedMethods,
      url: '/edge/*',
      schema: { hide: true },
      onRequest: sendNotFound,
      handler: sendNotFound,
    })
  }

const cardNotices =
  (services: Dependencies): FastifyPluginAsync =>
  async plain => {
    plain.addHook('onRequest', setEdgeHeaders)
    cardPaymentWebhook(plain, services)
  }

const signedNotices =
  (services: Dependencies): FastifyPluginAsync =>
  async signed => {
    signed.addHook('onRequest', setEdgeHeaders)
    await stripeWebhook(signed, services)
  }

export interface AppOptions {
  readonly pages: CompressedPages
  /** The folder of the web build. */
  readonly dist: string
}

export async function buildApp(
  application: Application,
  { pages, dist }: AppOptions,
): Promise<FastifyInstance> {
  const { services } = application
  const headers = commonHeaders(services.config)
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: services.config.trustedProxies.length > 0 ? [...services.config.trustedProxies] : false,
    bodyLimit: 64 * 1024,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    requestTimeout: 10 * secondMs,
    connectionTimeout: minuteMs,
    keepAliveTimeout: 65 * secondMs,
    maxRequestsPerSocket: 10_000,
    // Requests on existing connections of a closing node get a normal response with `connection: close`.
    return503OnClosing: false,
    http: {
      headersTimeout: 5 * secondMs,
      maxHeaderSize: 8 * 1024,
      connectionsCheckingInterval: secondMs,
      optimizeEmptyRequests: true,
    },
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => withReadablePath(url),
    clientErrorHandler: onClientError(headers),
  })
  if (application.tracing) await app.register(application.tracing.plugin)
  app.server.maxConnections = maxSockets
  rejectConnect(app.server, headers)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // A cross-site form can send text/plain without a CORS preflight, but not JSON.
  app.removeContentTypeParser('text/plain')

  app.addHook('onRequest', (request, answer, done) => {
    answer.headers(headers).header('x-request-id', request.id)
    // TRACE would echo the request, including secrets that a proxy added.
    if (request.method === 'TRACE')
      answer
        .code(405)
        .headers({ ...edgeHeaders, allow: allowedMethods })
        .send()
    else done()
  })
  app.addHook('preClose', async () => application.markNotReady())
  // Registered before any plugin, because only plugins registered later inherit it.
  registerErrorHandler(app, application)
  application.metrics?.watch(app)
  application.admission.addHooks(app)
  refuseAmbiguousHost(app)
  await app.register(fastifyCookie)
  await app.register(fastifySwagger, openApi(services.config))
  await app.register(edgeCalls(services))
  await app.register(cardNotices(services))
  await app.register(signedNotices(services))
  await app.register(fastifyStatic, {
    root: join(dist, 'client/assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  })
  if (application.mailboxPages) await app.register(application.mailboxPages)
  serveHealth(app, application)
  serveBrandFiles(app, services)
  servePages(app, pages, services)
  return app
}
