/**
 * Opens a stored quote in this tab: by link or by the owner's details. It fetches the quote and fills the
 * draft.
 */

import type { NzDay } from '#journey/dates.ts'
import type { Api } from '#web/api/client.ts'
import type { Draft } from '#web/features/draft/draft-store.ts'
import type { Session } from '#web/features/session/session.ts'
import type { Prospect, RestoredDraft } from './restore-quote.ts'

/** A log-in's session token, kept back until the tab's draft is of its quote. */
interface KeptBack {
  readonly sessionToken?: string | undefined
}

interface FoundQuote extends KeptBack {
  readonly prospect: Prospect
}

/** 'not-asked': the security check did not finish, so nothing is known of the quote. */
type Found = FoundQuote | 'not-asked' | null

/** By the link's id, for a browser that is logged in; with a quote number the two have to belong together. */
export async function findQuoteByLink(
  api: Api,
  { id, sessionToken }: KeptBack & { readonly id: string },
  quoteNum?: string,
): Promise<Found> {
  const answer = await api.call('prospectCar', { query: { id, ...(quoteNum && { quoteNum }) } })
  if (answer.outcome === 'captcha-unavailable') return 'not-asked'
  return answer.outcome === 'ok' ? { prospect: answer.data, sessionToken } : null
}

export interface OwnerDetails {
  readonly quoteNumber: string
  /** A policyholder's, or the main driver's while there is none. */
  readonly dateOfBirth: NzDay
  /** Of the overnight or the postal address. */
  readonly postcode: string
}

/** Without a link (ENTRY-06); which of the three was wrong is never said. */
export async function findQuoteByOwnerDetails(api: Api, known: OwnerDetails): Promise<Found> {
  const answer = await api.call('quoteRetrieve', {
    body: {
      type: 'quotes',
      attributes: {
        insuredDetails: { customerDob: known.dateOfBirth, customerPostcode: known.postcode },
        quoteNumber: known.quoteNumber,
      },
    },
  })
  if (answer.outcome === 'captcha-unavailable') return 'not-asked'
  if (answer.outcome !== 'ok') return null
  const { prospect, JWT: sessionToken } = answer.data
  return { prospect, sessionToken }
}

/**
 * Fills the draft; null where that is not wanted any more. Where the file did not come, or the quote cannot be read by it,
 * the draft is as it was, and so is the session of another quote in it.
 */
export async function openQuote(
  parts: FoundQuote & {
    readonly draft: Draft
    readonly session: Session
    isWanted(): boolean
  },
): Promise<RestoredDraft | null> {
  const { draft, session, prospect, sessionToken } = parts
  const { quoteId } = draft.state()
  const isSameQuote = quoteId === prospect.quoteId
  // Only who comes back needs the file, and they are waiting for the network already.
  const resumed = await import('./restore-quote.ts')
    .then(file => (isSameQuote ? file.mergeIntoDraft(draft, prospect) : file.draftFromQuote(prospect)))
    .catch((): RestoredDraft => ({ kind: 'over', path: '/error-occurred' }))
  if (!parts.isWanted()) return null
  const isOver = resumed.kind === 'over'
  // Half way through another quote the tab would ask for that one with the session of this one.
  if (sessionToken && (!isOver || isSameQuote || !quoteId)) session.setToken(sessionToken)
  if (isOver) return resumed
  if (!isSameQuote) draft.clear()
  draft.setAnswers(resumed.answers)
  // After the answers: a step that shows takes their change for one to be sent.
  draft.setState(resumed.draftState)
  if (resumed.draftState.quoteNumber) session.rememberQuote(resumed.draftState.quoteNumber)
  return resumed
}
