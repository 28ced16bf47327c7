/** Assignment of each browser module to an output chunk; used by vite.config.ts (decision 0052). */
import { rareModules } from './rare-modules.ts'

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

const stepOf = (file: string): string[] =>
  /\/web\/pages\/(car|driver|quote|policyholder|payment)\//.exec(file)?.slice(1) ?? []
const isFirstWindow = (file: string): boolean => file.endsWith(`/${stepOf(file)}-page.tsx`)
const isOutside = (file: string): boolean => /\/(?:start-page\.tsx|status-pages\.ts)$/.test(file)

/**
 * Few files in place of dozens: each has imports of its own, and is compressed without knowing the others (decision
 * 0052). A step has two, its first window and its rest; the popups that may stand over any step are one, with the rest
 * of the first. What most of the screens need comes with the frame, and what only some need in a file of theirs, so that
 * no first window waits for much that only others need. What is off the way stays in files of its own.
 */
export function chunkNameOf(id: string, modules: Modules): string | null {
  const bringers = [...bringersOf(id, modules)]
  if (bringers.some(file => file.endsWith('/web/entry-client.tsx'))) return 'main'
  const files = bringers.filter(file => !rareModules.some(module => file.endsWith(module)))
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
  return first.includes('quote') ? 'price' : 'policyholders'
}
