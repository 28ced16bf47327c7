/**
 * `npm run observatory`: grades the first page in production mode with MDN's HTTP Observatory, and fails below A+. It
 * needs openssl, ports 80 and 443, and the network for its first run.
 */
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownBrandKey } from '#brands/brand.ts'
import { readBrands } from '#brands/index.ts'
import { startNode } from '#test/node-process.ts'
import { figureWithoutBaseline, storeFigures } from '../figures/figure-store.ts'

const version = '1.4.8'
const scannerFolder = join(import.meta.dirname, '../../node_modules/.cache/openroad/observatory')
const scanner = join(scannerFolder, 'node_modules/@mdn/mdn-http-observatory')

interface Scan {
  readonly scan: { readonly grade: string; readonly score: number; readonly testsFailed: number }
  readonly tests: Readonly<
    Record<string, { readonly pass: boolean; readonly scoreModifier: number; readonly result: string }>
  >
}

/** Downloads the scanner without its lists of preloaded hosts, which do not contain ours. */
function fetchScanner(): void {
  if (existsSync(join(scanner, 'src/scan.js'))) return
  mkdirSync(scannerFolder, { recursive: true })
  writeFileSync(join(scannerFolder, 'package.json'), '{"private":true}')
  const what = `@mdn/mdn-http-observatory@${version}`
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', what], {
    cwd: scannerFolder,
  })
  writeFileSync(join(scanner, 'conf/hsts-preload.json'), '{}')
}

function makeCertificate(folder: string): { readonly key: string; readonly cert: string } {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '1',
  ]
  execFileSync('openssl', [...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { key, cert }
}

/** Acts as a load balancer: terminates TLS and requests the brand's host. */
function pass(to: string, host: string) {
  return (incoming: IncomingMessage, answer: ServerResponse) => {
    const headers = { ...incoming.headers, host, 'x-forwarded-proto': 'https' }
    const inner = request(`${to}${incoming.url}`, { method: incoming.method ?? 'GET', headers }, got => {
      answer.writeHead(got.statusCode ?? 502, got.rawHeaders)
      got.pipe(answer)
    })
    inner.on('error', () => answer.destroy())
    incoming.pipe(inner)
  }
}

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, 'localhost', resolve)
  })

fetchScanner()
const folder = mkdtempSync(join(tmpdir(), 'openroad-observatory-'))
const { key, cert } = makeCertificate(folder)
const host = readBrands().get(ownBrandKey)?.hosts[0] ?? ''
const node = await startNode({
  NODE_ENV: 'production',
  ALLOW_SANDBOX: 'yes',
  CAPTCHA: 'proof-of-work',
  JWT_KEY: randomBytes(32).toString('base64'),
  PII_KEYS: `1:${randomBytes(32).toString('base64')}`,
  TRUSTED_PROXIES: '127.0.0.1,::1',
  DATA_DIR: join(folder, 'data'),
})
const front = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, pass(node.origin, host))
const plain = createServer((_request, answer) =>
  answer.writeHead(301, { location: 'https://localhost/' }).end(),
)
try {
  await listening(front, 443)
  await listening(plain, 80)
  const said = await new Promise<string>((resolve, reject) => {
    const child = spawn(process.execPath, [join(scanner, 'src/scan.js'), 'localhost'], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: cert },
    })
    let text = ''
    child.stdout.on('data', data => {
      text += String(data)
    })
    child.once('error', reject)
    child.once('close', () => resolve(text))
  })
  const { scan, tests } = JSON.parse(said) as Scan
  for (const [name, test] of Object.entries(tests))
    console.log(
      `${test.pass ? 'pass' : 'FAIL'}  ${String(test.scoreModifier).padStart(4)}  ${name}: ${test.result}`,
    )
  console.log(`HTTP Observatory: ${scan.grade}, ${scan.score} points, ${scan.testsFailed} failed`)
  const holds = scan.grade === 'A+' && scan.testsFailed === 0
  storeFigures('observatory', [
    figureWithoutBaseline('HTTP Observatory', `${scan.grade}, ${scan.score} points`, 'A+', holds),
  ])
  process.exitCode = holds ? 0 : 1
} finally {
  front.close()
  plain.close()
  front.closeAllConnections()
  await node.stop()
  rmSync(folder, { recursive: true, force: true })
}
