/** Tests of the responses that are written to a connection before it carries a valid request. */
import { expect, it } from 'vitest'
import { problems } from '#contract/problems.ts'
import { rawConnection } from '#test/client.ts'
import { appForFile } from '#test/test-app.ts'

const world = await appForFile()

const answerTo = (bytes: string): Promise<string> => rawConnection(world.origin, bytes).answer()

const shut = [
  'content-security-policy: ',
  'cache-control: no-store',
  'x-content-type-options: nosniff',
  'referrer-policy: no-referrer',
  'connection: close',
]

it.each([
  [
    'headers too large',
    `GET /edge/session HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(9000)}\r\n\r\n`,
    'HEADERS_TOO_LARGE',
  ],
  ['an unknown method', 'STEAL /edge/session HTTP/1.1\r\nHost: localhost\r\n\r\n', 'MALFORMED'],
  ['a head that never ends', 'GET /edge/session HTTP/1.1\r\nHost: localhost\r\nX-A: a', 'TOO_SLOW'],
] as const)(
  '[EDGE-17] [T35] %s gets a problem with the headers of every response',
  async (_what, bytes, code) => {
    const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n')
    const { status, title } = problems[code]
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(head.toLowerCase()).toContain('content-type: application/problem+json')
    for (const line of shut) expect(head.toLowerCase()).toContain(line)
    const problem = JSON.parse(body) as { requestId: string }
    expect(problem).toMatchObject({ status, title, code })
    expect(head.toLowerCase()).toContain(`x-request-id: ${problem.requestId}`)
  },
)

it('[EDGE-17] [T41] CONNECT gets a 405 with the allowed methods', async () => {
  const answer = await answerTo('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n')
  const head = answer.toLowerCase()
  expect(head).toMatch(/^http\/1\.1 405 /)
  for (const line of [...shut, 'allow: get, head, post']) expect(head).toContain(line)
})
