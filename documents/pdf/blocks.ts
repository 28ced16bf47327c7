/**
 * The block types that describe a document's content as data: documents are lists of blocks, and only
 * render-blocks.ts draws them.
 */
import type { LabelledValue } from '#documents/quote-details.ts'

/** A question of page 1 with its answer in large type. */
export interface SummaryTile {
  readonly question: string
  readonly answer: string
  readonly note: string
}

export type Block =
  | { readonly kind: 'heading' | 'subheading' | 'paragraph' | 'note'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'answers'; readonly answers: readonly SummaryTile[] }
  | { readonly kind: 'facts'; readonly facts: readonly LabelledValue[] }
  | {
      readonly kind: 'table'
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
      /** Points for each column but the first, which takes what is left. */
      readonly widths: readonly number[]
      /** Less air, so that a year of payments stays on one page. */
      readonly dense?: true
      /** The last column is of amounts: their cents stand below each other. */
      readonly amounts?: true
    }
  /** The headings of the whole document with their pages. */
  | { readonly kind: 'contents' }
  | { readonly kind: 'newPage' }
  /** A new page, unless what stands before has run over to the second already. */
  | { readonly kind: 'endOfFirstPage' }

export const heading = (text: string): Block => ({ kind: 'heading', text })
export const subheading = (text: string): Block => ({ kind: 'subheading', text })
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
/** A paragraph one must not miss: tinted, with a bar at its side. */
export const note = (text: string): Block => ({ kind: 'note', text })
export const list = (items: readonly string[]): Block => ({ kind: 'list', items })
export const labelledValues = (rows: readonly LabelledValue[]): Block => ({ kind: 'facts', facts: rows })
