/**
 * Check of bodies and queries for values that no schema may accept: excessive nesting, lone surrogates
 * (the database rejects them), and bidirectional control characters, which make a line read differently
 * from its content.
 */
import type { FastifyInstance } from 'fastify'
import type { FieldError } from '#contract/problems.ts'
import { printableFieldName, sendProblem } from './problem-details.ts'

const maxDepth = 20
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/

function errorOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  if (!value.isWellFormed()) return 'holds half a letter'
  return bidiControls.test(value) ? 'holds marks that turn a line round' : null
}

/** True if the value is safe. Recursion stops at the allowed depth, so nesting cannot exhaust the stack. */
function isSafe(value: unknown, depth = 0): boolean {
  if (depth > maxDepth || errorOf(value) !== null) return false
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(inner => isSafe(inner, depth + 1))
  return Object.keys(value).every(
    name => errorOf(name) === null && isSafe(Reflect.get(value, name), depth + 1),
  )
}

/** All values at one depth, each with its name and the index of its parent in the level above. */
interface Level {
  readonly values: unknown[]
  readonly names: string[]
  readonly parents: number[]
}

function pathTo(levels: readonly Level[], at: number, name?: string): string {
  const path = name === undefined ? [] : [name]
  for (let depth = levels.length - 1, index = at; depth > 0; depth -= 1) {
    path.unshift(levels[depth]?.names[index] ?? '')
    index = levels[depth]?.parents[index] ?? 0
  }
  return path.map(printableFieldName).join('.')
}

/** Returns the first error of a body, or null. */
export const findUnsafeText = (body: unknown): FieldError | null => (isSafe(body) ? null : firstError(body))

/** Searches breadth first, so that deep nesting cannot exhaust the stack. */
function firstError(body: unknown): FieldError | null {
  const levels: Level[] = [{ values: [body], names: [], parents: [] }]
  for (let level = levels[0]; level; level = levels.at(-1)) {
    if (levels.length > maxDepth + 1) return { path: pathTo(levels, 0), message: 'is nested too deep' }
    const below: Level = { values: [], names: [], parents: [] }
    for (const [index, value] of level.values.entries()) {
      const error = errorOf(value)
      if (error !== null) return { path: pathTo(levels, index), message: error }
      if (typeof value !== 'object' || value === null) continue
      for (const [name, inner] of Object.entries(value)) {
        const oddName = errorOf(name)
        if (oddName !== null) return { path: pathTo(levels, index, name), message: oddName }
        below.values.push(inner)
        below.names.push(name)
        below.parents.push(index)
      }
    }
    if (below.values.length === 0) return null
    levels.push(below)
  }
  return null
}

export function rejectUnsafeText(app: FastifyInstance): void {
  app.addHook('preValidation', async (request, response) => {
    const error =
      findUnsafeText(request.body) ?? findUnsafeText(request.query) ?? findUnsafeText(request.params)
    if (error) return sendProblem(request, response, 'MALFORMED', { errors: [error] })
  })
}
