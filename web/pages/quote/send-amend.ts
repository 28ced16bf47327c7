/** The calls of step 3 (quote) for a price: amend, create where that is needed, and the refetch of a stale quote. */
import { addressText } from '#journey/address.ts'
import { errorPath } from '#journey/page-paths.ts'
import { pathOfStep } from '#journey/steps.ts'
import type { Api } from '#web/api/client.ts'
import type { ApiResult } from '#web/api/request-and-response.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import type { Draft } from '#web/features/draft/draft-store.ts'
import { failedCallAction, reverifyOwnerPath } from '#web/features/quote-access/failed-call-action.ts'
import {
  carRequestBody,
  ratingRequestBody,
} from '#web/features/quote-requests/car-and-rating-request-bodies.ts'
import { today } from '#web/lib/server-clock.ts'

export type AmendResult<Quote> =
  | { readonly outcome: 'amended'; readonly quote: Quote }
  /** The insurer refers it: no online quote. */
  | { readonly outcome: 'referred' }
  /** This car, or its new value, cannot be insured. */
  | { readonly outcome: 'not-insurable' }
  /** Another tab or device has amended the quote. */
  | { readonly outcome: 'stale' }
  /** The security check failed, the server is busy or the session is over: the customer may try again. */
  | { readonly outcome: 'unconfirmed' }
  | { readonly outcome: 'failed'; readonly path: string }

type Reply = { readonly data: { readonly attributes: QuoteAttributes } } | { readonly quoteId: string }

/** A 409 without one of our codes counts as stale. */
const isStale = ({ status, code }: Extract<ApiResult<Reply>, { outcome: 'error' }>): boolean =>
  code === 'STALE' || (status === 409 && code === 'INTERNAL')

export function toAmendResult(result: ApiResult<Reply>): AmendResult<QuoteAttributes> {
  if (result.outcome === 'no-content') return { outcome: 'referred' }
  if (result.outcome === 'ok')
    return 'data' in result.data
      ? { outcome: 'amended', quote: result.data.data.attributes }
      : { outcome: 'failed', path: errorPath }
  if (result.outcome === 'error' && isStale(result)) return { outcome: 'stale' }
  const refusal = failedCallAction(result)
  if (refusal.kind === 'leave') return { outcome: 'failed', path: refusal.path }
  return { outcome: refusal.kind === 'not-insurable' ? 'not-insurable' : 'unconfirmed' }
}

/** The result of an amend, after the identity check that the response may require. */
async function resolveAmend(
  result: ApiResult<Reply>,
  api: Api,
  draft: Draft,
): Promise<AmendResult<QuoteAttributes>> {
  const path = await reverifyOwnerPath(result, api, draft)
  return path ? { outcome: 'failed', path } : toAmendResult(result)
}

/** Saves the car with its address, as step 1 does; null if that succeeded or was not needed. */
async function saveCar(api: Api, draft: Draft): Promise<AmendResult<QuoteAttributes> | null> {
  if (!draft.state().isCarUnsaved) return null
  const body = carRequestBody(draft.answers().car, draft.state())
  if (!body) return { outcome: 'failed', path: errorPath }
  const result = await api.call('quoteCreate', { body })
  return result.outcome === 'ok' ? null : resolveAmend(result, api, draft)
}

/** Sends the current choices. Without a quote to amend (step 2 got a 204) it creates one. */
export async function sendAmend(
  api: Api,
  draft: Draft,
  declarationAgreed: boolean,
): Promise<AmendResult<QuoteAttributes>> {
  const { riskAddress } = draft.state()
  const unsaved = await saveCar(api, draft)
  if (unsaved) return unsaved
  // The server refuses to price another address than the saved one.
  if (draft.state().riskAddress !== riskAddress) return sendAmend(api, draft, declarationAgreed)
  const body = ratingRequestBody(draft.answers(), draft.state(), { today: today(), declarationAgreed })
  // A question was added since this tab answered step 2: step 2 asks it.
  if (!body) return { outcome: 'failed', path: pathOfStep('driver') }
  const call = draft.state().quote ? 'quoteAmend' : 'quoteCreate'
  const result = await resolveAmend(await api.call(call, { body }), api, draft)
  const { outcome } = result
  const isRated = outcome === 'amended' || outcome === 'referred'
  // Saved again until a price includes it; also if the address changes during the call.
  if (isRated && draft.state().riskAddress === riskAddress) draft.setState({ isCarUnsaved: undefined })
  if (outcome === 'amended' && declarationAgreed) draft.setState({ needsDeclaration: undefined })
  return result
}

/**
 * Stores the newest quote and history; false if they could not be fetched. If another tab changed the model or
 * the overnight address, the car shown here is saved again.
 */
export async function refetchQuote(api: Api, draft: Draft): Promise<boolean> {
  const { quoteId, riskAddress } = draft.state()
  const result = await api.call('prospectCar', { query: { id: quoteId } })
  // The answers were cleared during the request, or belong to another car.
  if (result.outcome !== 'ok' || draft.state().quoteId !== quoteId) return false
  const { quote, vehicleDetails, addressDetails } = result.data
  const stored = addressDetails.find(({ type }) => type === 'RISK')
  if (
    vehicleDetails?.vehicleKey !== draft.answers().car.vehicleKey ||
    (stored && riskAddress && addressText(stored) !== addressText(riskAddress))
  )
    draft.setState({ isCarUnsaved: true })
  // After such a change alone the quote has no price, and its history is still the newest.
  if (quote) draft.setState({ quote: quote.data.attributes })
  return true
}
