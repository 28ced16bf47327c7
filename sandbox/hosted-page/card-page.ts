/** The interface between the hosted payment page and the two gateways: find an order, charge a card, redirect. */
import { z } from 'zod'
import { type TestCard, type TypedCard, typedCard } from './card.ts'
import type { Order } from './routes.ts'

/** An open 3-D Secure challenge. */
export const challenge = z.object({ card: typedCard, wrongCodes: z.number() })
export type Challenge = z.output<typeof challenge>

export type Found =
  | { readonly state: 'open'; readonly order: Order; readonly shop: readonly string[] }
  /** Every request now redirects to the shop. */
  | { readonly state: 'ended'; readonly location: string; readonly shop: readonly string[] }
  | { readonly state: 'expired' }

export type Charged =
  | { readonly location: string }
  /** The page stays open for another card. */
  | { readonly declined: string }

export interface CardPageHandler<C extends TestCard> {
  /** '/pay' */
  readonly prefix: string
  readonly testCards: readonly C[]
  /** Null for an unknown session; the id comes unchecked from the URL. */
  find(id: string): Promise<Found | null>
  charge(id: string, card: TypedCard, testCard: C, challenge: 'none' | 'passed' | 'failed'): Promise<Charged>
  challengeOf(id: string): Promise<Challenge | null>
  keepChallenge(id: string, kept: Challenge): Promise<void>
  /** Ends the session and returns the redirect. Undefined for gateways that link to the shop and keep it open. */
  readonly cancel?: (id: string) => Promise<string>
}
