/** Tests that browser code uses only features of the oldest supported browsers, because there are no polyfills. */
import DoIUse from 'doiuse'
import postcss from 'postcss'
import { expect, test } from 'vitest'
import viteConfig from '../../vite.config.ts'
import { productFiles, read, sourceFiles } from './repository-files.ts'

const sheets = sourceFiles(['web'], /\.css$/)

/** Features that Chrome 111, Edge 111, Firefox 121 or Safari 16.4 lacks. */
const missing = [
  /\bURL\.(?:parse|canParse)\b/,
  /\bPromise\.(?:withResolvers|try)\b/,
  /\b(?:Array\.fromAsync|(?:Object|Map)\.groupBy|RegExp\.escape|Math\.sumPrecise|Error\.isError)\b/,
  /\bAbortSignal\.any\b/,
  /\.(?:toSorted|toReversed|toSpliced)\(/,
  /\.with\(/,
  /\.(?:isWellFormed|toWellFormed|transferToFixedLength|getOrInsert\w*)\(/,
  // Methods of Set; not zod's `z.union`.
  /(?<!\bz)\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  /\b(?:query|params|searchParams)\.size\b/,
  /(?<!Object)\.(?:keys|values|entries|matchAll)\([^)]*\)\.(?:map|filter|take|drop|flatMap|reduce|toArray|some|every|find)\(/,
  /\b(?:Iterator|Temporal|scheduler)\./,
  // The Navigation API, not `performance.navigation` or our own `navigation`.
  /\bnavigation\.(?:navigate\(|entries|currentEntry|traverseTo|updateCurrentEntry|addEventListener)/,
  /\bIntl\.(?:Segmenter|DurationFormat)\b/,
  /\.(?:toBase64|toHex|setFromBase64)\(|\bUint8Array\.from(?:Base64|Hex)\b/,
  /\.(?:startViewTransition|showPopover|hidePopover|togglePopover|requestClose|moveBefore|setHTML\w*|getHTML|checkVisibility)\(/,
  /\bpopover=|\bclosedby=|'scrollend'|\bnavigator\.userActivation\b/,
  // Safari lacks it, so code must check `window` first.
  /(?<!window\.)\brequestIdleCallback\b/,
  // Regular expressions with the flag v.
  /\/[dgimsuy]*v[dgimsuy]*\.(?:test|exec)\(/,
] as const

const isLacking = (line: string) => !/^\s*(?:\*|\/[/*])/.test(line) && missing.some(name => name.test(line))

test('browser code calls nothing that the oldest browser lacks', () => {
  const found = productFiles(['web', 'journey', 'contract']).flatMap(path => {
    const lines = read(path).split('\n').filter(isLacking)
    return lines.map(line => `${path}: ${line.trim()}`)
  })
  expect(found).toEqual([])
})

test('the list matches the build’s browsers', () => {
  const { build } = viteConfig({ command: 'build', mode: 'production', isSsrBuild: false })
  expect(build?.target).toEqual(['chrome111', 'edge111', 'firefox121', 'safari16.4', 'ios16.4'])
})

const oldestBrowsers = ['chrome 111', 'edge 111', 'firefox 121', 'safari 16.4', 'ios_saf 16.4']

/** Features that a page works without. */
const optionalFeatures = [
  // Scrollbar width, cursors, iOS text size and touch gestures.
  'css-scrollbar',
  'css3-cursors',
  'text-size-adjust',
  'css-touch-action',
  // The build removes nesting.
  'css-nesting',
]

/** The features of a style sheet that one of the oldest browsers lacks. */
async function missingInCss(css: string, path: string): Promise<string[]> {
  const found: string[] = []
  const plugin = new DoIUse({
    browsers: oldestBrowsers,
    ignore: optionalFeatures,
    onFeatureUsage({ feature, featureData, usage }) {
      if (featureData.missing)
        found.push(`${path}:${usage.source?.start?.line} ${feature}: ${featureData.missing}`)
    },
  })
  await postcss([plugin]).process(css, { from: path })
  return found
}

test('[INFRA-05] the style sheets use only features of the oldest browsers', async () => {
  expect(sheets.length).toBeGreaterThan(20)
  const found = await Promise.all(sheets.map(path => missingInCss(read(path), path)))
  expect(found.flat()).toEqual([])
})

test('[INFRA-05] no style sheet uses a feature that the feature database lacks', () => {
  const unlisted = /::details-content|:open\b|\btext-box\b|\bfield-sizing\b/
  expect(sheets.filter(path => unlisted.test(read(path)))).toEqual([])
})

test('[INFRA-05] a rule has its generated content without a text for screen readers too', () => {
  const found = sheets.flatMap(path => {
    const contents: string[] = []
    postcss.parse(read(path)).walkDecls('content', ({ value }) => void contents.push(value))
    // Firefox 121 and Safari 16.4 drop the declaration, and use the one before it.
    return contents.filter((value, at) => / \/ "/.test(value) && contents[at - 1] !== value.split(' / ')[0])
  })
  expect(found).toEqual([])
})

// e2e/axe.ts checks everything in one colour scheme and only colours in the other.
test('[SHELL-03] the colour scheme changes colours only', () => {
  const changed: string[] = []
  for (const path of sheets)
    postcss.parse(read(path)).walkAtRules('media', media => {
      if (media.params.includes('prefers-color-scheme'))
        media.walkDecls(({ prop }) => void changed.push(prop))
    })
  expect(changed).toContain('--ink')
  expect(changed.filter(name => !/^(?:--[\w-]+|color|background|border|box-shadow)$/.test(name))).toEqual([])
})
