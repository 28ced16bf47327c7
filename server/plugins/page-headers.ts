/** Response headers of an HTML page: its own content security policy, and no caching. */

import { isProductionHost } from '#contract/public-constants.ts'
import type { CompressedPage } from './built-pages.ts'
import { cspReportPath } from './csp-report.ts'

export const pageHeaders = (
  { policy, livePolicy }: CompressedPage,
  host: string,
): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': isProductionHost(host) ? livePolicy : policy,
  'reporting-endpoints': `csp="${cspReportPath}"`,
  'cache-control': 'no-store',
  vary: 'accept-encoding',
})
