/** `npm run brand -- new KEY` creates a brand and lists the remaining steps; `npm run brand -- check` checks all brands. */
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { checkBrands } from './brand/check-brands.ts'
import { type BrandQuestionKey, brandQuestions, createBrand } from './brand/new-brand.ts'
import { runCommand, UsageError } from './command.ts'

const brandsFolder = new URL('../brands/', import.meta.url)
const answerNames = Object.keys(brandQuestions) as BrandQuestionKey[]

const usage = `npm run brand -- new KEY ${answerNames.map(name => `--${name} …`).join(' ')}
npm run brand -- check`

/** Asks for missing flags; without a terminal they are an error. */
async function answersFrom(
  flags: Readonly<Partial<Record<BrandQuestionKey, string>>>,
): Promise<Record<BrandQuestionKey, string>> {
  const missing = answerNames.filter(name => flags[name] === undefined)
  if (missing.length > 0 && !process.stdin.isTTY)
    throw new UsageError(`Missing: ${missing.map(name => `--${name}`).join(', ')}.\n${usage}`)
  const asked: Partial<Record<BrandQuestionKey, string>> = {}
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    for (const name of missing) asked[name] = await terminal.question(`${brandQuestions[name]}: `)
  } finally {
    terminal.close()
  }
  return { ...flags, ...asked } as Record<BrandQuestionKey, string>
}

function printCheck(): void {
  for (const [key, faults] of checkBrands()) {
    console.log(`${faults.length === 0 ? '✔' : '✘'} ${key}`)
    for (const fault of faults) console.log(`    ${fault}`)
    if (faults.length > 0) process.exitCode = 1
  }
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(answerNames.map(name => [name, { type: 'string' as const }])),
  })
  const [command, key, ...more] = positionals
  if (command === 'check' && key === undefined) return printCheck()
  if (command !== 'new' || key === undefined || more.length > 0) throw new UsageError(usage)
  const todo = createBrand(key, await answersFrom(values), brandsFolder)
  console.log(`brands/${key} is created. The remaining steps:`)
  for (const [index, sentence] of todo.entries()) console.log(`  ${index + 1}. ${sentence}`)
  printCheck()
}

await runCommand(run, usage)
