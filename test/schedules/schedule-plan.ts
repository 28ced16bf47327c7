/** Types of a schedule: the actions of customers, partners, nodes and the clock, and the mutant to plant. */
import type { Dependencies } from '#server/lib/context.ts'
import type { PartnerFault } from './fake-partners.ts'

export interface Finding {
  readonly check: string
  readonly what: string
}

/** What one customer or one node does, in the order the schedule gives. */
export type ScheduledAction = { /** So many steps of the whole world later. */ readonly after: number } & (
  | { readonly act: 'click' | 'return' | 'reconcile' | 'crash' | 'work'; readonly node: 0 | 1 }
  | {
      readonly act: 'card'
      readonly node: 0 | 1
      readonly ending: 'approved' | 'declined' | 'cancelled'
      /** The nodes that hear of it, none to three times. */
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
  /** What the insurer knows of a bind that comes again. */
  readonly knowsKeys: boolean
  readonly forgetfulCards: boolean
}

/** A mutant: services spoilt on purpose, or an index left out. */
export interface Mutation {
  readonly around?: (wired: Dependencies) => Dependencies
  readonly withoutPaymentOpen?: boolean
}
