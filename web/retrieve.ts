/** Opens a stored quote in this tab: fetches it by link or by what only its owner knows, and fills the draft with it. */
import type { NzDay } from '#journey/dates.ts'
import type { Api } from './api.ts'
import type { Draft } from './draft.ts'
import type { Prospect, Resumed } from './resume.ts'
import type { Session } from './session.ts'

/** 'not-asked': the security check did not finish, so nothing is known of the quote. */
type Found = Prospect | 'not-asked' | null

/** By the link's id, for a browser that is logged in; with a quote number the two have to belong together. */
export async function prospectByLink(api: Api, id: string, quoteNum?: string): Promise<Found> {
  const answer = await api.call('prospectCar', { query: { id, ...(quoteNum && { quoteNum }) } })
  if (answer.outcome === 'captcha-unavailable') return 'not-asked'
  return answer.outcome === 'ok' ? answer.data : null
}

export interface KnownByOwner {
  readonly quoteNumber: string
  /** A policyholder's, or the main driver's while there is none. */
  readonly dateOfBirth: NzDay
  /** Of the overnight or the postal address. */
  readonly postcode: string
}

/**
 * Without a link (ENTRY-06); which of the three was wrong is never said. Keeps the session that comes along, where
 * `isWanted` still says so: else it stays with the quote at hand.
 */
export async function prospectByOwner(
  api: Api,
  session: Session,
  known: KnownByOwner,
  isWanted: () => boolean,
): Promise<Found> {
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
  if (answer.outcome !== 'ok' || !isWanted()) return null
  session.setToken(answer.data.JWT)
  return answer.data.prospect
}

/**
 * Fills the draft; null where that is not wanted any more. Where the file did not come, or the quote cannot be read by it,
 * the draft is as it was.
 */
export async function openProspect(parts: {
  readonly draft: Draft
  readonly session: Session
  readonly prospect: Prospect
  readonly isPartnerQuote: boolean
  isWanted(): boolean
}): Promise<Resumed | null> {
  const { draft, session, prospect } = parts
  const isSameQuote = draft.facts().quoteId === prospect.quoteId
  // Whoever confirms who they are opens the same quote again, by then without the link that named the partner.
  const isPartnerQuote = parts.isPartnerQuote || (isSameQuote && draft.facts().isPartnerQuote === true)
  // Only who comes back needs the file, and they are waiting for the network already.
  const resumed = await import('./resume.ts')
    .then(file =>
      isSameQuote
        ? file.resumeBeside(draft, prospect, isPartnerQuote)
        : file.resume(prospect, isPartnerQuote),
    )
    .catch((): Resumed => ({ kind: 'over', path: '/error-occurred' }))
  if (!parts.isWanted()) return null
  if (resumed.kind === 'over') return resumed
  if (!isSameQuote) draft.clear()
  draft.setAnswers(resumed.answers)
  // After the answers: a step that shows takes their change for one to be sent.
  draft.setFacts(resumed.facts)
  if (resumed.facts.quoteNumber) session.rememberQuote(resumed.facts.quoteNumber)
  return resumed
}
