/** Security headers: those of every response, and a content security policy for pages and one for everything else. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'

export const cspReportPath = '/edge/csp-report'

export const commonHeaders = (config: Pick<Config, 'production'>): Readonly<Record<string, string>> => ({
  ...(config.production ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'x-frame-options': 'DENY',
})

export function addCommonHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', async (request, response) => {
    response.headers(headers).header('x-request-id', request.id)
  })
}

export const allowedMethods = 'GET, HEAD, POST'

/** For every response that is neither a page nor a file: never cached, and it cannot run or load anything. */
export const nonPageHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
  'cache-control': 'no-store',
} as const

/** A cache on the way could answer a partner's repeated webhook. */
export function addEdgeHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, response) => {
    response.headers(nonPageHeaders)
  })
}

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Only the page's own inline scripts run, with the scripts that they load. */
export function pageContentSecurityPolicy(
  page: { scripts: readonly string[]; styles: readonly string[] },
  captcha: Config['captcha'],
  hasTagManager = false,
): string {
  const recaptcha = captcha.kind === 'recaptcha'
  const tagManager = ' https://www.googletagmanager.com'
  const measuring = `${tagManager} https://*.google-analytics.com https://*.analytics.google.com`
  const directives = [
    "default-src 'none'",
    page.scripts.length === 0
      ? "script-src 'none'"
      : `script-src ${page.scripts.map(hashSource).join(' ')} 'strict-dynamic'`,
    `style-src 'self' ${page.styles.map(hashSource).join(' ')}`,
    `img-src 'self' data:${recaptcha ? ' https://www.gstatic.com/recaptcha/' : ''}${hasTagManager ? tagManager : ''}`,
    "font-src 'self'",
    `connect-src 'self'${recaptcha ? ' https://www.google.com/recaptcha/' : ''}${hasTagManager ? measuring : ''}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    recaptcha
      ? 'frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/'
      : "frame-src 'none'",
    "frame-ancestors 'none'",
    // The scripts of both set addresses of scripts as plain text.
    ...(recaptcha || hasTagManager ? [] : ["require-trusted-types-for 'script'", 'trusted-types openroad']),
    'report-to csp',
    `report-uri ${cspReportPath}`,
  ]
  return directives.join('; ')
}
