/** Generates the documentation pages on the /edge calls and the error codes from contract/. */
import { page, table } from './markdown.ts'

interface DocumentedCall {
  readonly method: string
  readonly path: string
  readonly access: string
  readonly captcha: string | null
  readonly captchaExemptField?: string
  readonly empty?: number
  readonly document?: string
  readonly problems: readonly string[]
}

type CallTable = Readonly<Record<string, DocumentedCall>>
type ProblemTable = Readonly<Record<string, { readonly status: number; readonly title: string }>>

const who: Readonly<Record<string, string>> = {
  open: 'anybody',
  passThrough: 'anybody, by the fixed value',
  bearer: 'the session of that quote',
}

const answers = ({ document, empty }: DocumentedCall) =>
  ['200', document && `as ${document}`, empty && `or ${empty}`].filter(Boolean).join(' ')

export const callsPage = (calls: CallTable, problems: ProblemTable) =>
  page(
    'Calls',
    'Every call of `/edge`, from `contract/routes.ts`. Each may also answer with the problems that any call can meet (malformed, too large, overloaded, internal).',
    table(
      ['call', 'method and path', 'who may', 'captcha action', 'answers', 'problems of its own'],
      Object.entries(calls).map(([name, call]) => [
        `\`${name}\``,
        `\`${call.method} /edge${call.path}\``,
        who[call.access] ?? call.access,
        `${call.captcha ?? '–'}${call.captchaExemptField ? `; none with \`${call.captchaExemptField}\`` : ''}`,
        answers(call),
        call.problems.map(code => `${code} (${problems[code]?.status ?? 'unknown'})`).join(', ') || '–',
      ]),
    ),
  )

export const problemsPage = (problems: ProblemTable, calls: CallTable) =>
  page(
    'Problems',
    'Everything `/edge` can refuse with, from `contract/problems.ts`. The body is `application/problem+json` (RFC 9457).',
    table(
      ['code', 'status', 'title', 'named by the calls'],
      Object.entries(problems).map(([code, { status, title }]) => [
        code,
        String(status),
        title,
        Object.entries(calls)
          .filter(([, call]) => call.problems.includes(code))
          .map(([name]) => `\`${name}\``)
          .join(', ') || 'any call',
      ]),
    ),
  )
