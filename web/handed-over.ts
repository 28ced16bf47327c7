/**
 * Other people's answers came into the quote on another device, and this tab may go on with it once its customer has said
 * who they are (decision 0037). Whoever is refused asks here; that is rare, so the file is fetched only then.
 */
import { pathOfStep } from '#journey/steps.ts'
import type { Api } from './api.ts'
import type { Draft } from './draft.ts'

/** The page that asks it, with all that was typed kept; null where the quote was refused for another reason. */
export async function pathToOwner(api: Api, draft: Draft): Promise<string | null> {
  const { quoteId } = draft.facts()
  const answer = await api.call('prospectCar', { query: { id: quoteId } })
  // The answers were cleared meanwhile, or are of another car.
  if (answer.outcome !== 'ok' || draft.facts().quoteId !== quoteId) return null
  const { confirmPerson, quoteNumber } = answer.data
  // Without a number nobody can show that a quote is theirs.
  if (!confirmPerson || !quoteNumber) return null
  draft.setFacts({ confirmPerson, quoteNumber, furthest: 'car' })
  return pathOfStep('car')
}
