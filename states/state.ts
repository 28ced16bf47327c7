/**
 * Type of a state in the state book: its page, the earlier answers, the call responses, and the actions to
 * perform.
 */
import type { EndpointName } from '#contract/endpoints.ts'
import type { ProblemCode } from '#contract/problems.ts'
import type { FormTexts } from '#test/samples/quote-form.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import type { StatusBannerKind } from '#web/layout/status-banner.tsx'

/** What a call answers: a body, 'never' (it stays on its way), nothing found (204), or a refusal by its code. */
export type Reply =
  | { readonly body: unknown }
  | { readonly status: 204 }
  | { readonly refused: ProblemCode }
  | 'never'

export type PageAction =
  /** Presses the button, link or label with just this text; in the topmost popup where one is open. */
  | { readonly press: string }
  /** The same, at the widths that show it. */
  | { readonly pressWhereShown: string }
  /** Types into the field with this name and leaves it. */
  | { readonly type: string; readonly into: string; readonly stay?: true }
  /** Waits until this is to be read on the page. */
  | { readonly see: string }
  /** Waits for what has no words: a selector. */
  | { readonly wait: string }

export interface State {
  /** Unique, and the name of its picture: 'driver-five'. */
  readonly name: string
  /** What it shows, for the index. */
  readonly title: string
  /** The product's own address, with a query where it has one. */
  readonly path: string
  readonly answers?: FormTexts
  readonly draftState?: DraftState
  readonly replies?: { readonly [N in EndpointName]?: Reply }
  readonly actions?: readonly PageAction[]
  /** A sentence that only this state shows; the page counts as shown when it is there. */
  readonly shows: string
  /** A line at the foot of the window. */
  readonly notice?: StatusBannerKind
  /** Of the session; 1800 unless said. */
  readonly secondsLeft?: number
  /** The check for people is open. */
  readonly isChecked?: true
}
