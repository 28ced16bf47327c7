/**
 * What no body and no query of ours may hold, whatever its schema says: nesting that no call needs (T29), halves of
 * letters that no database takes, and marks that turn the direction of a line, so that it reads as it is not (T24).
 */
import type { FieldError } from '#contract/problems.ts'

const deepest = 20
const turning = /[\u202A-\u202E\u2066-\u2069]/

/** A field's name as a refusal tells it: one that nobody agreed on is the sender's own text. */
export const toldName = (name: string): string => name.slice(0, 40).replace(/[^\w-]/g, '?')

function faultOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  if (!value.isWellFormed()) return 'holds half a letter'
  return turning.test(value) ? 'holds marks that turn a line round' : null
}

interface Part {
  readonly value: unknown
  readonly path: readonly string[]
}

const told = ({ path }: Part, message: string): FieldError => ({
  path: path.map(toldName).join('.'),
  message,
})

/** What is wrong, as a refusal says it; null when nothing is. Looks level by level, so that what it guards against cannot hurt it. */
export function notPlain(body: unknown): FieldError | null {
  let level: Part[] = [{ value: body, path: [] }]
  for (let depth = 0; depth <= deepest; depth += 1) {
    const below: Part[] = []
    for (const part of level) {
      const { value } = part
      const fault = faultOf(value)
      if (fault !== null) return told(part, fault)
      if (typeof value !== 'object' || value === null) continue
      for (const [key, inner] of Object.entries(value)) {
        const path = [...part.path, key]
        below.push({ value: key, path }, { value: inner, path })
      }
    }
    if (below.length === 0) return null
    level = below
  }
  const [first] = level
  return first ? told(first, 'is nested too deep') : null
}
