/** The type of a state in the state book: its page, answers, call responses, and the actions to perform. */

import type { ProblemCode } from '#contract/problems.ts'
import type { EndpointName } from '#contract/routes.ts'
import type { FormTexts } from '#test/samples/form-answers.ts'
import type { DraftState } from '#web/features/draft/draft-state.ts'
import type { StatusBannerKind } from '#web/layout/status-banner.tsx'

/** The response of a call: a body, no content (204), a refusal by its code, or 'never'. */
export type Reply =
  | { readonly body: unknown }
  | { readonly status: 204 }
  | { readonly refused: ProblemCode }
  | 'never'

export type PageAction =
  /** Presses the button, link or label with exactly this text, in the topmost dialog if one is open. */
  | { readonly press: string }
  /** The same, at the widths that show it. */
  | { readonly pressWhereShown: string }
  /** Types into the field with this name and leaves it. */
  | { readonly type: string; readonly into: string; readonly stay?: true }
  /** Waits for this text on the page. */
  | { readonly see: string }
  /** Waits for an element, by a selector. */
  | { readonly wait: string }

export interface State {
  /** Unique, and the name of its picture: 'driver-five'. */
  readonly name: string
  /** What it shows, for the index. */
  readonly title: string
  /** The product's address, with its query. */
  readonly path: string
  readonly answers?: FormTexts
  readonly draftState?: DraftState
  readonly replies?: { readonly [N in EndpointName]?: Reply }
  readonly actions?: readonly PageAction[]
  /** A sentence that only this state shows; the page counts as shown when it is there. */
  readonly shows: string
  /** The status banner at the bottom of the window. */
  readonly statusBanner?: StatusBannerKind
  /** Seconds until the session ends; 1800 by default. */
  readonly secondsLeft?: number
  /** The visible captcha check is open. */
  readonly isChecked?: true
}
