/**
 * Build plugin that replaces each use of a class-name or text table with its value and drops the tables; used
 * by vite.config.ts (decisions 0050 and 0052).
 */
import type { ESTree, Plugin } from 'vite'

/** Classes one by one in place of a table for each style file: a class then stands as its name where it is used. */
export const inlineClassNames: Plugin[] = [
  {
    name: 'inline-class-names',
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
export const inlineSentences: Plugin[] = [
  {
    name: 'inline-sentences',
    transform: {
      order: 'pre',
      filter: { id: /\/web\/content\/[\w-]+\.ts$/ },
      handler(code) {
        const words = this.parse(code, { lang: 'ts' }).body.flatMap(node => {
          if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'VariableDeclaration')
            return []
          const [declared] = node.declaration.declarations
          if (declared?.id.type !== 'Identifier' || !declared.id.name.endsWith('Text')) return []
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
    name: 'import-sentences',
    transform: {
      order: 'pre',
      filter: { id: /\/web\/.*\.tsx?$/, code: /\/content\// },
      handler: code =>
        code.replace(
          /^import \{([^}]+)\} from ('[^']+\/content\/[\w-]+\.ts')$/gm,
          (_line, names: string, file) => {
            const said = code.replace(/^import .+$|\/\*[\s\S]*?\*\/|\/\/.*$|'.*?'|".*?"/gm, '')
            const imports = names.split(',').flatMap(name => {
              const [, word, local = word] = /(\w+Text)(?: as (\w+))?/.exec(name) ?? []
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
