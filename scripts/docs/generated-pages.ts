/**
 * Renders the Markdown pages of docs/generated: access levels, endpoints, problem codes, requirements, threats. Used
 * by `npm run docs`.
 */
import {
  accessConditions,
  accessLevelSources,
  accessLevels,
  accessTable,
  type Permission,
} from '#journey/access-level.ts'
import { type Proof, type Row, unprovenRows } from './requirements.ts'

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** A row of a Markdown table. */
export const formatRow = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [formatRow(head), formatRow(head.map(() => '---')), ...rows.map(formatRow)].join('\n')

const page = (title: string, opening: string, ...parts: readonly string[]) =>
  [`# ${title}`, `${opening} Written by \`npm run docs\`; do not edit.`, ...parts].join('\n\n').concat('\n')

const cellOf = (rule: string): string => {
  if (rule === 'always') return 'yes'
  if (rule === 'never') return '–'
  return accessConditions[rule as keyof typeof accessConditions].says
}

const permissions = Object.keys(accessTable) as Permission[]

export const accessPage = () =>
  page(
    'Access levels',
    'What a client may do with a quote, from `journey/access-level.ts`. `server/access/access-control.ts` says which level a client has.',
    table(
      ['permission', 'means', ...accessLevels.map(level => `\`${level}\``)],
      permissions.map(permission => [
        `\`${permission}\``,
        accessTable[permission].says,
        ...accessLevels.map(level => cellOf(accessTable[permission][level])),
      ]),
    ),
    table(
      ['level', 'how a client gets it'],
      accessLevels.map(level => [`\`${level}\``, accessLevelSources[level]]),
    ),
  )

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

export const endpointsPage = (calls: CallTable, problems: ProblemTable) =>
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

const provenBy = ({ id }: Row, proofs: readonly Proof[]): string =>
  [
    ...new Set(
      proofs.filter(({ ids }) => ids.includes(id)).map(({ file, title }) => `${title} (\`${file}\`)`),
    ),
  ].join('<br>') || 'not yet proven'

export const requirementsPage = (rows: readonly Row[], proofs: readonly Proof[]) => {
  const open = unprovenRows(rows, proofs)
  return page(
    'Requirements and their tests',
    `Each row of [requirements.md](../requirements.md) with the tests whose titles name it: ${rows.length - open.length} of ${rows.length} have one.`,
    table(
      ['id', 'what must hold', 'proven by'],
      rows.map(row => [row.id, row.text, provenBy(row, proofs)]),
    ),
    '## Not yet proven',
    open.length === 0 ? 'None.' : `${open.length}: ${open.map(row => row.id).join(', ')}.`,
  )
}

export const threatsPage = (rows: readonly Row[], proofs: readonly Proof[]) =>
  page(
    'Threats and their tests',
    'Each row of [threats.md](../threats.md) with the tests that carry out the attack. `npm test` fails if a row has none.',
    table(
      ['id', 'attack', 'required result', 'tests'],
      rows.map(row => [row.id, ...row.text.split(' | '), provenBy(row, proofs)]),
    ),
  )
