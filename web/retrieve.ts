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

/** What steps 1 and 2 ask and a price hangs on; the quote's own page sees for itself what is not in its price. */
const askedBefore =
  /^(transmission|vehicleKey|businessUse|modification|isFinanced|financeCompany|riskAddress|criminalRecord|driver)/

/**
 * Fills the draft; null where that is not wanted any more. Answers typed in this tab for this very quote are newer than the
 * stored ones and stay. Where the file did not come, or the quote cannot be read by it, the draft is as it was.
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
    .then(({ resume }) => resume(prospect, isPartnerQuote))
    .catch((): Resumed => ({ kind: 'over', path: '/error-occurred' }))
  if (!parts.isWanted()) return null
  if (resumed.kind === 'over') return resumed
  // Another plate would be another quote: one half typed does not go with the car of this one.
  const typed = Object.entries(draft.answers()).filter(
    ([field, answer]) => answer !== '' && field !== 'plate',
  )
  if (!isSameQuote) draft.clear()
  draft.setAnswers(isSameQuote ? { ...resumed.answers, ...Object.fromEntries(typed) } : resumed.answers)
  const isUnsent =
    isSameQuote &&
    typed.some(([field, answer]) => askedBefore.test(field) && answer !== resumed.answers[field])
  // After the answers: a step that shows takes their change for one to be sent.
  draft.setFacts(isUnsent ? { ...resumed.facts, furthest: 'car' } : resumed.facts)
  if (resumed.facts.quoteNumber) session.rememberQuote(resumed.facts.quoteNumber)
  return resumed
}
