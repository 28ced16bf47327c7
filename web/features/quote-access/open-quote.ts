/** Opens a stored quote in this tab, by its link or by the owner's details. */
import { parseTypedDay } from '#journey/dates.ts'
import { errorPath } from '#journey/page-paths.ts'
import type { RetrieveQuoteForm } from '#journey/questions/form-answers.ts'
import type { Api } from '#web/api/client.ts'
import type { Draft } from '#web/features/draft/draft-store.ts'
import type { Session } from '#web/features/session/session.ts'
import type { RestoredDraft, StoredQuote } from './draft-from-quote.ts'

interface FoundQuote {
  readonly prospect: StoredQuote
  /** Of a log-in; not used until the tab's draft is for its quote. */
  readonly sessionToken?: string | undefined
}

/** 'captcha-failed': the security check did not finish, so nothing is known of the quote. */
type Found = FoundQuote | 'captcha-failed' | null

/** Finds the quote of a link, for a browser that is logged in. A quote number must be the one of that quote. */
export async function findQuoteByLink(
  api: Api,
  { id, sessionToken }: Pick<FoundQuote, 'sessionToken'> & { readonly id: string },
  quoteNum?: string,
): Promise<Found> {
  const result = await api.call('prospectCar', { query: { id, ...(quoteNum && { quoteNum }) } })
  if (result.outcome === 'captcha-failed') return 'captcha-failed'
  return result.outcome === 'ok' ? { prospect: result.data, sessionToken } : null
}

/** Finds a quote without a link, by a valid form. The server never says which of the three details was wrong. */
export async function findQuoteByOwnerDetails(api: Api, owner: RetrieveQuoteForm): Promise<Found> {
  const result = await api.call('quoteRetrieve', {
    body: {
      type: 'quotes',
      attributes: {
        insuredDetails: {
          customerDob: parseTypedDay(owner.dateOfBirth) ?? '',
          customerPostcode: owner.postcode.trim(),
        },
        quoteNumber: owner.quoteNumber,
      },
    },
  })
  if (result.outcome === 'captcha-failed') return 'captcha-failed'
  if (result.outcome !== 'ok') return null
  const { prospect, JWT: sessionToken } = result.data
  return { prospect, sessionToken }
}

/** Fills the draft; null when the caller no longer wants it. */
export async function openQuote(
  options: FoundQuote & { readonly draft: Draft; readonly session: Session; isWanted(): boolean },
): Promise<RestoredDraft | null> {
  const { draft, session, prospect, sessionToken } = options
  const { quoteId } = draft.state()
  const isSameQuote = quoteId === prospect.quoteId
  // Only returning customers need this file. If it does not load or cannot read the quote, draft and session stay.
  const resumed = await import('./draft-from-quote.ts')
    .then(file => (isSameQuote ? file.mergeIntoDraft(draft, prospect) : file.draftFromQuote(prospect)))
    .catch((): RestoredDraft => ({ kind: 'over', path: errorPath }))
  if (!options.isWanted()) return null
  const isOver = resumed.kind === 'over'
  // A draft of another quote that stays must keep its own session.
  if (sessionToken && (!isOver || isSameQuote || !quoteId)) session.setToken(sessionToken)
  if (isOver) return resumed
  if (!isSameQuote) draft.clear()
  draft.setAnswers(resumed.answers)
  // The state is set after the answers: an open step treats changed answers as unsent and would lock later steps.
  draft.setState(resumed.draftState)
  if (resumed.draftState.quoteNumber) session.rememberQuote(resumed.draftState.quoteNumber)
  return resumed
}

/**
 * The page after a failed login by link. The specification gives the partner page to links with a partner's id and to
 * the turners host only, with that brand's name in its path; so the name is here and not in a brand.json.
 */
export const loginFailedPath = (partnerId: string | null, brandKey: string) =>
  partnerId !== null || brandKey === 'turners' ? '/turners/page-not-found' : '/page-not-found'
