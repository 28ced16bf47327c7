/**
 * The import rules of each folder, types included, for dependency-cruiser; ARCHITECTURE.md has a summary.
 * `npm run boundaries` checks it; test/conventions/boundaries.test.ts proves that it sees what it should.
 */

const folders = [
  'brands',
  'journey',
  'contract',
  'underwriting',
  'partners',
  'sandbox',
  'documents',
  'db',
  'dev',
  'server',
  'web',
  'test',
  'e2e',
  'bench',
  'states',
  'scripts',
]
const ours = `^(${folders.join('|')})/`
const tests = String.raw`\.(test|spec)\.tsx?$`

// Insurance facts that customers read (liability limits, benefits) have one source, which every page and document reads.
const coverFacts = '^underwriting/(cover-facts|benefits)\\.ts$'
const port = '^partners/[^/]+/port\\.ts$'
const failureCodes = '^partners/failure-codes\\.ts$'
// The credentials of the sandbox, which the adapters send and the sandbox checks.
const sandboxKeys = '^partners/sandbox-keys\\.ts$'
// The classes and codes of database errors: code that handles an error needs to tell them apart.
const postgresErrors = '^db/postgres-errors\\.ts$'

/**
 * One row: of our own files, files under `from` may import only those that `may` lists ($1 is the first group of `from`).
 * Exactly one row applies to every product file; tests, benches and scripts may import anything.
 */
const rows = [
  { name: 'journey', from: '^journey/', may: ['^journey/'] },
  { name: 'brands', from: '^brands/', may: ['^brands/', '^journey/'] },
  { name: 'contract', from: '^contract/', may: ['^contract/', '^journey/'] },
  { name: 'underwriting', from: '^underwriting/', may: ['^underwriting/', '^journey/'] },
  {
    name: 'partners-insurer',
    from: '^partners/insurer/',
    may: ['^partners/insurer/', '^partners/http\\.ts$', failureCodes, '^journey/', '^underwriting/'],
  },
  {
    name: 'partners',
    from: '^partners/(?!insurer/)([^/]+)/',
    may: ['^partners/$1/', '^partners/http\\.ts$', failureCodes, '^journey/'],
  },
  { name: 'partners-http', from: '^partners/[^/]+$', may: ['^partners/[^/]+$', '^journey/'] },
  {
    name: 'sandbox',
    from: '^sandbox/(?!insurer/)',
    may: [
      '^sandbox/',
      '^journey/',
      '^documents/html\\.ts$',
      '^underwriting/data/',
      sandboxKeys,
      '^partners/insurer/port\\.ts$',
    ],
  },
  {
    // The embedded insurer as an HTTP service: the same rating, with its quotes and policies in a file. It decodes what
    // the HTTP adapter encodes.
    name: 'sandbox-insurer',
    from: '^sandbox/insurer/',
    may: ['^sandbox/', '^journey/', '^partners/insurer/(embedded|port|wire)\\.ts$'],
  },
  { name: 'documents', from: '^documents/', may: ['^documents/', '^journey/', '^brands/', coverFacts] },
  { name: 'db', from: '^db/', may: ['^db/', '^journey/'] },
  // Development only: the server must not need it.
  { name: 'dev', from: '^dev/', may: ['^dev/', '^db/', '^server/lib/startup-errors\\.ts$'] },
  {
    name: 'server-container',
    from: '^server/container\\.ts$',
    may: ['^(?!web/|dev/|sandbox/|partners/[^/]+/(?!port))'],
  },
  {
    name: 'server-adapters',
    from: '^server/partners/adapters\\.ts$',
    may: ['^server/', '^partners/', '^db/'],
  },
  { name: 'server-main', from: '^server/main\\.ts$', may: ['^server/', '^db/', '^brands/'] },
  {
    name: 'server-plugins',
    from: '^server/plugins/',
    may: ['^server/', '^contract/', '^journey/', '^brands/', '^documents/legal/', postgresErrors],
  },
  {
    name: 'server-lib',
    from: '^server/lib/',
    may: [
      '^server/(lib/|config\\.ts$|jobs/job-payloads\\.ts$)',
      '^contract/',
      '^journey/',
      '^brands/',
      '^documents/',
      '^db/',
      port,
    ],
  },
  {
    name: 'server-access',
    from: '^server/access/',
    may: ['^server/(access|lib)/', '^server/config\\.ts$', '^contract/', '^journey/', '^brands/', '^db/'],
  },
  {
    name: 'server',
    from: '^server/(?!lib/|access/|plugins/|container\\.ts$|partners/adapters\\.ts$|main\\.ts$)',
    // From db only types and error classes: code reaches the repositories through the dependencies.
    may: ['^server/', '^contract/', '^journey/', '^brands/', '^documents/', '^db/', port, failureCodes],
  },
  {
    name: 'web-lib',
    from: '^web/(lib|styles)/',
    may: ['^web/(lib|styles)/', '^contract/page-template\\.ts$', '^journey/', '^brands/brand\\.ts$'],
  },
  {
    name: 'web-content',
    from: '^web/content/',
    may: ['^web/content/', '^contract/', '^journey/', '^brands/', coverFacts],
  },
  {
    name: 'web-components',
    from: '^web/components/',
    may: ['^web/(components|content|lib|styles)/', '^journey/'],
  },
  {
    name: 'web-layout',
    from: '^web/layout/',
    may: [
      '^web/(layout|components|content|lib|styles)/',
      '^contract/page-template\\.ts$',
      '^journey/',
      '^brands/',
    ],
  },
  {
    name: 'web-api',
    from: '^web/api/',
    may: [
      '^web/(api|lib)/',
      '^web/features/(captcha/captcha-context|session/session)\\.ts$',
      '^contract/',
      '^journey/',
    ],
  },
  {
    name: 'web-boot',
    from: '^web/boot/',
    may: ['^web/boot/', '^web/features/draft/storage-key\\.ts$', '^journey/'],
  },
  {
    name: 'web-features',
    from: '^web/features/',
    may: [
      '^web/(features|components|layout|api|content|lib|styles)/',
      '^contract/',
      '^journey/',
      '^brands/',
      coverFacts,
    ],
  },
  {
    name: 'web-pages',
    from: '^web/pages/([^/]+)/',
    may: ['^web/pages/$1/', '^web/(?!pages/|entry-)', '^contract/', '^journey/', '^brands/', coverFacts],
  },
  {
    name: 'web-app',
    from: '^web/(app/|entry-)',
    may: ['^web/', '^contract/', '^journey/', '^brands/', coverFacts],
  },
]

const mayImport = ({ name, from, may }) => ({
  name: `${name}-imports`,
  comment: `From our folders, files under ${from} may import only ${may.join(', ')}.`,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { path: ours, pathNot: may },
})

export default {
  forbidden: [
    ...rows.map(mayImport),
    {
      name: 'journey-packages',
      comment: 'The rules run in the browser and on the server, and need no package except zod/mini.',
      severity: 'error',
      from: { path: '^journey/', pathNot: tests },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: '^node_modules/zod/' },
    },
    {
      name: 'repositories-through-dependencies',
      comment:
        'Routes, jobs and webhooks reach the repositories through their dependencies; they may import types.',
      severity: 'error',
      from: { path: '^server/(?!container\\.ts$|partners/adapters\\.ts$|main\\.ts$)', pathNot: tests },
      to: { path: '^db/', pathNot: postgresErrors, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that import each other become one file, or move the shared part to a third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that imports nothing, and that no file imports, is unused.',
      severity: 'error',
      from: {
        orphan: true,
        path: ours,
        pathNot: [tests, '\\.d\\.m?ts$', '^scripts/', '^bench/', '^test/stryker', '\\.json$'],
      },
      to: {},
    },
    {
      name: 'resolvable',
      comment: 'Every import resolves to a file or a package.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: String.raw`\?(raw|url|inline|worker)$|^virtual:|\.node$` },
    },
    {
      name: 'no-dev-packages',
      comment:
        'Packages that run on the server are in `dependencies`; packages for pages and tests are in `devDependencies`.',
      severity: 'error',
      from: { path: ours, pathNot: [tests, '^(web|test|e2e|bench|states|scripts)/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    // TypeScript 7 has no compiler API: any other parser reads no file and reports no error.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
    exclude: { path: '^(dist|var|test-results)/' },
  },
}
