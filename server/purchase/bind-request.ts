/** What is asked of the insurer and what its documents need beside it; kept locked until the insurer has answered. */
import { createHash } from 'node:crypto'
import type { NzDay } from '#journey/dates.ts'
import type { TermsConsent } from '#journey/policy-record.ts'
import type { PolicyToBind } from '#partners/insurer/port.ts'
import { type Keys, lock, unlock } from '#server/secrets.ts'

export interface BindRequest {
  readonly policy: PolicyToBind
  readonly firstDebit: NzDay
  /** Set when the first payment was taken from a card. */
  readonly card: { readonly scheme: string; readonly lastDigits: string } | null
  /** Null for cards. The policy's record keeps it when this request is long gone. */
  readonly terms: TermsConsent | null
}

/** Where it is kept, which it is bound to: whoever locks it anew needs the same. */
export const requestPlace = (quoteId: string): string => `issuance|request_enc|${quoteId}`

export const lockRequest = (request: BindRequest, quoteId: string, keys: Keys): string =>
  lock(keys, requestPlace(quoteId), JSON.stringify(request))

/** Throws where it was destroyed already: only what is not settled yet is ever opened. */
export function openRequest(locked: string | null, quoteId: string, keys: Keys): BindRequest {
  if (locked === null) throw new Error('the request of this issuance is no longer kept')
  return JSON.parse(unlock(keys, requestPlace(quoteId), locked)) as BindRequest
}

export const hashRequest = (request: BindRequest): Buffer =>
  createHash('sha256').update(JSON.stringify(request.policy)).digest()
