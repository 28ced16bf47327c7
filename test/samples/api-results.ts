/** Results of calls as the browser's client returns them, for tests of the pages. */
import { type ProblemCode, problems } from '#contract/problems.ts'

export const ok = <T>(data: T) => ({ outcome: 'ok', status: 200, data }) as const
export const noContent = { outcome: 'no-content', status: 204 } as const
export const networkError = { outcome: 'network-error' } as const
export const captchaFailed = { outcome: 'captcha-failed' } as const
export const errorResult = (code: ProblemCode) =>
  ({ outcome: 'error', status: problems[code].status, code }) as const
