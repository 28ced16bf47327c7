/** Response headers of an HTML page: its own content security policy, and no caching. */

import type { CompressedPage } from './built-pages.ts'
import { cspReportPath } from './csp-report.ts'

export const pageHeaders = ({ policy }: CompressedPage): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'reporting-endpoints': `csp="${cspReportPath}"`,
  'cache-control': 'no-store',
  vary: 'accept-encoding',
})
