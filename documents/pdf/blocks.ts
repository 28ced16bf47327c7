/** The types of the blocks that the documents consist of; render-blocks.ts draws them as a PDF. */
import type { LabelledValue } from '#documents/quote-and-policy-text.ts'

/** A question on page 1 with its answer in large type. */
export interface SummaryTile {
  readonly question: string
  readonly answer: string
  readonly note: string
}

export type Block =
  | { readonly kind: 'heading' | 'subheading' | 'paragraph' | 'note'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'answers'; readonly answers: readonly SummaryTile[] }
  | { readonly kind: 'labelled-values'; readonly rows: readonly LabelledValue[] }
  | {
      readonly kind: 'table'
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
      /** Points of each column except the first, which gets the rest. */
      readonly widths: readonly number[]
      /** Less padding, so that a year of payments fits on one page. */
      readonly dense?: true
      /** The last column has amounts, aligned at the cents. */
      readonly amounts?: true
    }
  | { readonly kind: 'contents' }
  | { readonly kind: 'newPage' }
  /** A page break, unless the content already continues on page 2. */
  | { readonly kind: 'endOfFirstPage' }

export const heading = (text: string): Block => ({ kind: 'heading', text })
export const subheading = (text: string): Block => ({ kind: 'subheading', text })
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
/** An important paragraph: tinted, with a bar at its side. */
export const note = (text: string): Block => ({ kind: 'note', text })
export const list = (items: readonly string[]): Block => ({ kind: 'list', items })
export const labelledValues = (rows: readonly LabelledValue[]): Block => ({ kind: 'labelled-values', rows })
