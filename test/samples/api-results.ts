/** Results of calls as the browser's client returns them, for tests of the pages. */
import { type ProblemCode, problems } from '#contract/problems.ts'

export const ok = <T>(data: T) => ({ outcome: 'ok', status: 200, data }) as const
export const empty = { outcome: 'empty', status: 204 } as const
export const unreachable = { outcome: 'unreachable' } as const
export const captchaUnavailable = { outcome: 'captcha-unavailable' } as const
export const refused = (code: ProblemCode) =>
  ({ outcome: 'refused', status: problems[code].status, code }) as const
