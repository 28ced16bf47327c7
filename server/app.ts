/** Assembles the HTTP server: registers hooks, plugins and routes in order. Used by main.ts and the tests. */
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
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { registerCalls } from '#server/routes/register-calls.ts'
import type { Application } from './container.ts'
import type { Dependencies } from './lib/dependencies.ts'
import { minuteMs, secondMs } from './lib/durations.ts'
import { addStrictJsonParser, rejectUnsafeText, rejectUnsupportedMedia } from './plugins/body-checks.ts'
import { serveBrandIconAndWording } from './plugins/brand-icon-and-wording.ts'
import { serveBrowserReports } from './plugins/browser-reports.ts'
import { enforceCallLimits, rejectCrossOrigin, requireCaptcha, requireToken } from './plugins/call-guards.ts'
import { serveHealth } from './plugins/health.ts'
import type { CompressedPageLookup } from './plugins/load-pages.ts'
import { openApi } from './plugins/openapi.ts'
import { servePages } from './plugins/pages.ts'
import { handleErrors, sendProblem } from './plugins/problem-details.ts'
import {
  onClientError,
  rejectConnect,
  rejectUnsafeRequests,
  rewriteMalformedUrl,
} from './plugins/protocol-errors.ts'
import { addRequestContext } from './plugins/request-context.ts'
import { proxySandboxMailbox } from './plugins/sandbox-mailbox.ts'
import { addCommonHeaders, addEdgeHeaders, commonHeaders } from './plugins/security-headers.ts'
import { stripeWebhook } from './webhooks/stripe.ts'
import { windcaveWebhook } from './webhooks/windcave.ts'

/** More connections than a node can serve; further ones are closed before they cost anything. */
const maxSockets = 4000

const sendNotFound = async (request: FastifyRequest, response: FastifyReply) =>
  sendProblem(request, response, 'NOT_FOUND')

/** The calls of the contract. Hooks of one kind run in the order in which they are registered here. */
const contractCalls =
  (services: Dependencies): FastifyPluginAsync =>
  async calls => {
    addRequestContext(calls, services)
    rejectCrossOrigin(calls, services)
    requireToken(calls, services)
    enforceCallLimits(calls, services)
    rejectUnsupportedMedia(calls, services)
    rejectUnsafeText(calls)
    requireCaptcha(calls, services)
    registerCalls(calls, services)
  }

/** All routes below /edge except webhooks. Unknown paths there get a problem, not a page. */
const edgeRoutes =
  (services: Dependencies): FastifyPluginAsync =>
  async edge => {
    addEdgeHeaders(edge)
    await edge.register(fastifyFormbody, { bodyLimit: 4 * 1024 })
    addStrictJsonParser(edge)
    await edge.register(contractCalls(services))
    serveBrowserReports(edge, services)
    edge.get('/edge/openapi.json', { schema: { hide: true } }, () => edge.swagger())
    // Rejected before the body is read.
    edge.route({
      method: edge.supportedMethods,
      url: '/edge/*',
      schema: { hide: true },
      onRequest: sendNotFound,
      handler: sendNotFound,
    })
  }

/** Each webhook has its own body parsers, so each is a plugin of its own. */
const webhooks =
  (services: Dependencies): FastifyPluginAsync =>
  async hooks => {
    addEdgeHeaders(hooks)
    await hooks.register(async plain => windcaveWebhook(plain, services))
    await hooks.register(async signed => stripeWebhook(signed, services))
  }

export interface AppOptions {
  readonly pages: CompressedPageLookup
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
    rewriteUrl: ({ url = '/' }) => rewriteMalformedUrl(url),
    clientErrorHandler: onClientError(headers),
  })
  if (application.tracing) await app.register(application.tracing.plugin)
  app.server.maxConnections = maxSockets
  rejectConnect(app.server, headers)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  // A cross-site form can send text/plain without a CORS preflight, but not JSON.
  app.removeContentTypeParser('text/plain')

  addCommonHeaders(app, headers)
  rejectUnsafeRequests(app)
  // Plugins inherit only what was registered before them.
  handleErrors(app, services, () => application.metrics?.countDatabaseRollback())
  application.metrics?.addHooks(app)
  application.loadShedding.addHooks(app)
  app.addHook('preClose', async () => application.markNotReady())
  await app.register(fastifyCookie)
  await app.register(fastifySwagger, openApi(services.config))
  await app.register(edgeRoutes(services))
  await app.register(webhooks(services))
  await app.register(fastifyStatic, {
    root: join(dist, 'client/assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  })
  if (application.hasMailboxPages) proxySandboxMailbox(app, services.config.sandboxUrl)
  serveHealth(app, application.isReady)
  serveBrandIconAndWording(app, services)
  servePages(app, pages, services)
  return app
}
