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
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { Application } from './container.ts'
import type { Dependencies } from './lib/context.ts'
import { minuteMs, secondMs } from './lib/durations.ts'
import { readJson } from './plugins/body-encoding.ts'
import { serveBrandFiles } from './plugins/brand-files.ts'
import { checkedResponse } from './plugins/checked-response.ts'
import { serveCspReports } from './plugins/csp-report.ts'
import { installEarlyRejection } from './plugins/early-rejection.ts'
import { serveHealth } from './plugins/health.ts'
import { serveLoggedEvents } from './plugins/logged-events.ts'
import { openApi } from './plugins/openapi.ts'
import { servePages } from './plugins/pages.ts'
import { sendProblem } from './plugins/problem-details.ts'
import { onClientError, rejectConnect } from './plugins/protocol-errors.ts'
import type { CompressedPages } from './plugins/rendered-pages.ts'
import { allowedMethods, commonHeaders, edgeHeaders } from './plugins/security-headers.ts'
import { createStaticFallback } from './plugins/static-fallback.ts'
import { registerEndpoints, registerErrorHandler } from './routes/endpoints.ts'
import { cardPaymentWebhook } from './webhooks/card-payment.ts'
import { stripeWebhook } from './webhooks/stripe.ts'

/** More than a node can serve anyway; what is beyond is closed before it costs anything. */
const mostSockets = 4000

/** An address with a broken escape ('%zz') is none of ours, and is answered like any other of those: as a problem or a page. */
function readableAddress(url: string): string {
  if (!url.includes('%')) return url
  try {
    decodeURI(url.split('?', 1)[0] ?? '')
    return url
  } catch {
    // decodeURI says so by throwing.
    return url.startsWith('/edge/') ? '/edge/unreadable' : '/unreadable'
  }
}

/** Of a form; one call reads them. */
const formLimitBytes = 4 * 1024

/** Everything below /edge: a cache on the way must not take a partner's second notice for the first either. */
const keptByNoCache: onRequestHookHandler = (_request, answer, done) => {
  answer.headers(edgeHeaders)
  done()
}

const nothingHere = (request: FastifyRequest, answer: FastifyReply): void => {
  sendProblem(request, answer, 'NOT_FOUND')
}

/** The calls, what browsers report, and how to call; an address among them that is none is a problem and not a page. */
const edgeCalls =
  (services: Dependencies): FastifyPluginAsync =>
  async edge => {
    edge.addHook('onRequest', keptByNoCache)
    await edge.register(fastifyFormbody, { bodyLimit: formLimitBytes })
    readJson(edge)
    registerEndpoints(edge, services)
    serveCspReports(edge, services)
    serveLoggedEvents(edge, services)
    edge.get('/edge/openapi.json', { schema: { hide: true } }, () => edge.swagger())
    // Said before a body is read: nobody here wants one.
    edge.route({
      method: edge.supportedMethods,
      url: '/edge/*',
      schema: { hide: true },
      onRequest: nothingHere,
      handler: nothingHere,
    })
  }

const notices =
  (services: Dependencies): FastifyPluginAsync =>
  async plain => {
    plain.addHook('onRequest', keptByNoCache)
    cardPaymentWebhook(plain, services)
  }

const signedNotices =
  (services: Dependencies): FastifyPluginAsync =>
  async signed => {
    signed.addHook('onRequest', keptByNoCache)
    await stripeWebhook(signed, services)
  }

export interface AppOptions {
  readonly pages: CompressedPages
  /** The folder the browser's part was built into. */
  readonly dist: string
}

export async function buildApp(house: Application, { pages, dist }: AppOptions): Promise<FastifyInstance> {
  const { services } = house
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
    // Who still has a connection to a node that closes is answered as ever, and told that it is the last time.
    return503OnClosing: false,
    http: {
      headersTimeout: 5 * secondMs,
      maxHeaderSize: 8 * 1024,
      connectionsCheckingInterval: secondMs,
      optimizeEmptyRequests: true,
    },
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    clientErrorHandler: onClientError(headers),
  })
  if (house.tracing) await app.register(house.tracing.plugin)
  app.server.maxConnections = mostSockets
  rejectConnect(app.server, headers)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(checkedResponse)
  // A cross-site form can send text/plain without asking; JSON it cannot.
  app.removeContentTypeParser('text/plain')

  app.addHook('onRequest', (request, answer, done) => {
    answer.headers(headers).header('x-request-id', request.id)
    // It would only say back what it was sent, secrets that a proxy added included.
    if (request.method === 'TRACE')
      answer
        .code(405)
        .headers({ ...edgeHeaders, allow: allowedMethods })
        .send()
    else done()
  })
  app.addHook('preClose', async () => house.markNotReady())
  // Before any plugin: what is registered later inherits it, what was registered earlier does not.
  registerErrorHandler(app, house)
  house.metrics?.watch(app)
  house.admission.guard(app)
  await app.register(fastifyCookie)
  await app.register(fastifySwagger, openApi(services.config))
  await app.register(edgeCalls(services))
  await app.register(notices(services))
  await app.register(signedNotices(services))
  await app.register(fastifyStatic, {
    root: join(dist, 'client/assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  })
  if (house.mailboxPages) await app.register(house.mailboxPages)
  serveHealth(app, house)
  serveBrandFiles(app, services)
  servePages(app, pages, services)
  const anyway = await createStaticFallback(join(dist, 'client/assets'), pages, services)
  app.addHook('onReady', async () => installEarlyRejection(app.server, house.admission, headers, anyway))
  return app
}
