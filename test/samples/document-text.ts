/** The text of a document's blocks, for tests of what a document says. */
import type { Block } from '#documents/pdf/blocks.ts'

/** Every text of these blocks in reading order, with single blanks. */
export function textsOf(part: unknown): string[] {
  if (typeof part === 'string') return [part.replace(/\s+/g, ' ')]
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => (key === 'kind' ? [] : textsOf(value)))
}

export const documentText = (blocks: readonly Block[]): string => textsOf(blocks).join(' ')
