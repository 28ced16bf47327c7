/** Types of a schedule: the actions of customers, partners, nodes and the clock, and the mutant to plant. */
import type { Dependencies } from '#server/lib/dependencies.ts'
import type { PartnerFault } from './fake-partners.ts'

export interface Finding {
  readonly check: string
  readonly what: string
}

/** What a customer, a node or the clock does. */
export type ScheduledAction = {
  /** After this many steps of the whole simulation. */ readonly after: number
} & (
  | { readonly act: 'click' | 'return' | 'reconcile' | 'crash' | 'work'; readonly node: 0 | 1 }
  | {
      readonly act: 'card'
      readonly node: 0 | 1
      readonly ending: 'approved' | 'declined' | 'cancelled'
      /** The nodes that receive a notice, none to three times. */
      readonly notices: readonly (0 | 1)[]
      readonly comesBack: boolean
    }
  | { readonly act: 'amend' }
  | { readonly act: 'clock'; readonly seconds: 6 | 31 | 61 | 660 }
)

export interface Plan {
  readonly acts: readonly ScheduledAction[]
  readonly faults: readonly PartnerFault[]
  readonly refusals: number
  /** Whether the insurer recognises a repeated bind by its key. */
  readonly knowsKeys: boolean
  readonly forgetfulCards: boolean
}

/** A mutant: services with an error planted. */
export interface Mutation {
  readonly around?: (wired: Dependencies) => Dependencies
}
