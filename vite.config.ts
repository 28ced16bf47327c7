/** How the browser's part is built: hashed files with a manifest for the server, and one server-side bundle that renders pages. */
import react from '@vitejs/plugin-react'
import { defineConfig, type ESTree, type Plugin } from 'vite'
import { className } from './web/look/class-name.ts'
import { offTheWay } from './web/off-the-way.ts'

interface Modules {
  getModuleInfo(id: string): {
    readonly importers: readonly string[]
    readonly dynamicImporters: readonly string[]
    readonly isEntry: boolean
  } | null
}

const known = new Map<string, ReadonlySet<string>>()

/** The modules that bring this one along and are asked for by name: the entry, and those fetched later. Imports run in no circle. */
function bringersOf(id: string, modules: Modules): ReadonlySet<string> {
  const found = known.get(id)
  if (found) return found
  const bringers = new Set<string>()
  known.set(id, bringers)
  const info = modules.getModuleInfo(id)
  if (info?.isEntry || info?.dynamicImporters.length) bringers.add(id)
  for (const importer of info?.importers ?? [])
    for (const bringer of bringersOf(importer, modules)) bringers.add(bringer)
  return bringers
}

const stepOf = (file: string): string[] => /\/web\/steps\/\d-(\w+)\//.exec(file)?.slice(1) ?? []
const isFirstWindow = (file: string): boolean => file.endsWith(`/${stepOf(file)}-step.tsx`)
const isOutside = (file: string): boolean => /\/(?:entry-screen\.tsx|outcomes\/index\.ts)$/.test(file)

/**
 * Few files in place of dozens: each has imports of its own, and is compressed without knowing the others (decision
 * 0052). A step has two, its first window and its rest; the popups that may stand over any step are one, with the rest
 * of the first. What most of the screens need comes with the frame, and what only some need in a file of theirs, so that
 * no first window waits for much that only others need. What is off the way stays in files of its own.
 */
function fileOf(id: string, modules: Modules): string | null {
  const bringers = [...bringersOf(id, modules)]
  if (bringers.some(file => file.endsWith('/web/main.tsx'))) return 'main'
  const files = bringers.filter(file => !offTheWay.some(module => file.endsWith(module)))
  const steps = new Set(files.flatMap(stepOf))
  const [step] = steps
  const isOfOneStep = steps.size === 1 && files.every(file => stepOf(file).length > 0)
  const first = files.filter(isFirstWindow).flatMap(stepOf)
  const outside = files.filter(isOutside).length
  const isOften = first.length > (first.includes('car') ? 3 : 2) || steps.size > 4
  const isEverywhere = outside > 0 && (first.length > 0 || steps.size + outside > 3)
  if (isOften || isEverywhere) return 'main'
  if (outside > 0) return null
  if (files.length === 0) return null
  if (first.length === 0) return isOfOneStep && step !== 'car' ? `${step}-rest` : 'rest'
  if (isOfOneStep) return null
  if (first.includes('car')) return 'questions'
  if (first.includes('driver')) return 'people'
  return first.includes('quote') ? 'price' : 'holders'
}

/** Vite's own way round a fetched file asks for its styles and neighbours first; ours have none to ask for. */
const plainImports: Plugin = {
  name: 'plain-imports',
  load: {
    order: 'pre',
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = fetchFile => fetchFile()',
  },
}

/** Classes one by one in place of a table for each style file: a class then stands as its name where it is used. */
const classesByName: Plugin[] = [
  {
    name: 'classes-by-name',
    transform: {
      order: 'pre',
      filter: { code: /\.module\.css'/ },
      handler: code => code.replace(/import (\w+) from ('[^']+\.module\.css')/g, 'import * as $1 from $2'),
    },
  },
  {
    name: 'styles-stay',
    enforce: 'post',
    // A style file of which no name is left to import is styles all the same.
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: code => ({ code, moduleSideEffects: 'no-treeshake' }),
    },
  },
]

/** The expression under what TypeScript alone reads: `as const`, `satisfies …`. */
const bare = (node: ESTree.Expression): ESTree.Expression =>
  node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' ? bare(node.expression) : node

/**
 * The same for sentences: each then stands where it is said, without its name, and in no file that does not say it.
 * Where somebody looks one up by a key, the whole object stays.
 */
const wordsByName: Plugin[] = [
  {
    name: 'words-by-name',
    transform: {
      order: 'pre',
      filter: { id: /\/web\/words\/[\w-]+\.ts$/ },
      handler(code) {
        const words = this.parse(code, { lang: 'ts' }).body.flatMap(node => {
          if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'VariableDeclaration')
            return []
          const [declared] = node.declaration.declarations
          if (declared?.id.type !== 'Identifier' || !declared.id.name.endsWith('Words')) return []
          const object = declared.init && bare(declared.init)
          return object?.type === 'ObjectExpression' ? object.properties : []
        })
        const exported = words.flatMap((word, at) =>
          word.type === 'Property' && word.key.type === 'Identifier'
            ? `const word${at} = ${code.slice(word.value.start, word.value.end)}\nexport { word${at} as ${word.key.name} }`
            : [],
        )
        return [code, ...exported].join('\n')
      },
    },
  },
  {
    name: 'words-imported-by-name',
    transform: {
      order: 'pre',
      filter: { id: /\/web\/.*\.tsx?$/, code: /\/words\// },
      handler: code =>
        code.replace(
          /^import \{([^}]+)\} from ('[^']+\/words\/[\w-]+\.ts')$/gm,
          (_line, names: string, file) => {
            const said = code.replace(/^import .+$|\/\*[\s\S]*?\*\/|\/\/.*$|'.*?'|".*?"/gm, '')
            const imports = names.split(',').flatMap(name => {
              const [, word, local = word] = /(\w+Words)(?: as (\w+))?/.exec(name) ?? []
              const isNamed = local && !new RegExp(`\\b${local}\\b(?!\\.\\w)`).test(said)
              return isNamed
                ? `import * as ${local} from ${file}`
                : name.trim() && `import { ${name} } from ${file}`
            })
            return imports.join(';')
          },
        ),
    },
  },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), plainImports, classesByName, wordsByName],
  publicDir: false,
  css: { modules: { generateScopedName: className } },
  // React's own bundle for production, whatever the server is told: half the time, and none of its development texts.
  ...(isSsrBuild ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: {
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // The server reads which hashed files belong to the entry; nothing else needs an index.html.
    manifest: isSsrBuild ? false : 'manifest.json',
    modulePreload: false,
    assetsInlineLimit: 0,
    // All of it stands in the HTML: a file a step would be fetched for rules that are there already.
    cssCodeSplit: false,
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            input: 'web/main.tsx',
            // Numbers, paths and class names stand where they are used.
            optimization: { inlineConst: { mode: 'all' } },
            output: {
              codeSplitting: {
                includeDependenciesRecursively: false,
                groups: [{ name: fileOf, debugName: 'files' }],
              },
            },
          },
        }),
  },
}))
