/**
 * The interface between the hosted payment page and the gateway behind it: an order, a charge, and the
 * next redirect.
 */
import { z } from 'zod'
import { type TestCard, type TypedCard, typedCard } from './card.ts'
import type { Order } from './routes.ts'

/** A 3-D Secure question under way. */
export const challenge = z.object({ card: typedCard, wrongCodes: z.number() })
export type Challenge = z.output<typeof challenge>

export type Found =
  | { readonly state: 'open'; readonly order: Order; readonly shop: readonly string[] }
  /** Whatever is asked of it now only leads back to the shop. */
  | { readonly state: 'ended'; readonly location: string; readonly shop: readonly string[] }
  | { readonly state: 'expired' }

export type Charged =
  | { readonly location: string }
  /** The page stays open, for another card. */
  | { readonly declined: string }

export interface CardPageHandler<C extends TestCard> {
  /** '/pay' */
  readonly prefix: string
  readonly testCards: readonly C[]
  /** Null where there is no such session; the id is whatever stands in the address. */
  find(id: string): Promise<Found | null>
  charge(id: string, card: TypedCard, testCard: C, challenge: 'none' | 'passed' | 'failed'): Promise<Charged>
  challengeOf(id: string): Promise<Challenge | null>
  keepChallenge(id: string, kept: Challenge): Promise<void>
  /** Ends the session and says where to go; gateways that leave it open have none and link to the shop at once. */
  readonly cancel?: (id: string) => Promise<string>
}
