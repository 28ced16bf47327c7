/** Look-ups of an address field: suggestions while the customer types, and the search for the selected line. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RequestBodyOf, ResponseOf } from '#contract/endpoints.ts'
import { type Address, addressText } from '#journey/address.ts'
import { isPoBox } from '#journey/po-box.ts'
import { getFieldValue, type ManualAddressForm } from '#journey/questions/form-answers.ts'
import { useApi } from '#web/api/client.ts'
import type { ApiResult } from '#web/api/request-and-response.ts'
import { useFieldError } from '#web/components/field.tsx'
import { addressSearchText } from '#web/content/address.ts'
import type { AddressFieldPath } from '#web/features/draft/draft-state.ts'
import { type Draft, useDraft } from '#web/features/draft/draft-store.ts'
import { useKeyedLookup, useLookup } from '#web/features/lookups/use-lookup.ts'
import { useSession } from '#web/features/session/session.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'

/** Each request costs a fee. */
export const typingDebounceMs = 150
export const minimumSearchLength = 3
/** The server rejects longer texts. */
const maximumSuggestLength = 120

/** A customer may type the address before the plate, and so before there is a session. */
function useHasSession(): () => boolean {
  const session = useSession()
  return () => session.token() !== null
}

export type Suggestions = ResponseOf<'addressSuggest'>['lines']

const noSuggestions: { readonly text: string; readonly lines: Suggestions } = { text: '', lines: [] }

/** @param isSettled the text is an address that was found or is being searched for */
export function useAddressSuggestions(text: string, isSettled: boolean, isOpen: boolean): Suggestions {
  const api = useApi()
  const announce = useAnnounce()
  const isReady = useHasSession()
  const [found, setFound] = useState(noSuggestions)
  const isSuggested = !isSettled && text.trim().length >= minimumSearchLength
  if (!isSuggested && found !== noSuggestions) setFound(noSuggestions)
  // Nothing is requested while the list is closed, and a reopened list still has its lines.
  useKeyedLookup(
    isSuggested && isOpen && text !== found.text ? text : null,
    {
      isReady,
      ask(typed, { signal }) {
        // A trailing space stays: it says that a number is complete.
        const q = typed.trimStart().slice(0, maximumSuggestLength)
        return api.call('addressSuggest', { query: { q } }, { signal })
      },
      onResult(result, typed) {
        if (result.outcome === 'ok') setFound({ text: typed, lines: result.data.lines })
      },
    },
    typingDebounceMs,
  )
  const count = found === noSuggestions ? null : found.lines.length
  // Announced only when the count changes, not with every letter.
  useEffect(() => {
    if (count !== null) announce(addressSearchText.found(count))
  }, [announce, count])
  return found.lines
}

/** 'Apt 3' or 'Flat B': a unit of the house after it. */
const unitAlone = /^\p{L}+[.\s]*(?:\d\w{0,5}|\s\p{L})$/u
/** '12 Queen Street' or 'Flat B/12 Queen Street'. */
const house = /^(?:\p{L}+[.\s]*(?:\d\w{0,5}|\s\p{L})[/\s;:.|-]+)?\d/u

/** '12 Queen Street, Auckland Central, Auckland 1010' → line, suburb and postcode; a missing part is empty. */
export function splitAddressLine(text: string): Omit<RequestBodyOf<'addressRisk'>, 'recaptchaResponse'> {
  const postcode = /(?:^|[\s,])(\d{4})\s*$/.exec(text)?.[1] ?? ''
  const rest = postcode ? text.trimEnd().slice(0, -4) : text
  const parts = rest
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)
  const isHouse = (at: number) => house.test(parts[at] ?? '')
  // 'Level 5, Apt 3, 12 Queen Street, …': the parts before a street number are units of that house.
  const last = isHouse(2) && unitAlone.test(parts[1] ?? '') ? 2 : isHouse(1) ? 1 : 0
  const [second = '', third = ''] = parts.slice(last + 1)
  // 'RD 3' is followed by the town.
  const suburb = /\d$/.test(second) ? `${second} ${third}`.trim() : second
  const addressLine1 = parts.slice(0, last + 1).join(', ')
  return { addressInFreeForm: { addressLine1, addressLine2: '' }, suburb, postcode }
}

/** The addresses found. A failed search and an empty one have the same message. */
export const foundAddresses = (result: ApiResult<ResponseOf<'addressRisk'>>): readonly Address[] =>
  result.outcome === 'ok' ? result.data.data.attributes.suggestedAddresses : []

/** Where the car is kept, or where mail goes. */
export const addressKindOf = (field: AddressFieldPath) =>
  field === 'policyholders.postalAddress' ? 'postal' : 'risk'

/** The section of the draft that holds the address typed by hand. */
export const manualAddressSections = { risk: 'manualRisk', postal: 'manualPostal' } as const

/** The form filled in with a found address, for a customer who has to complete it. */
export function toManualAddressForm(found: Address): ManualAddressForm {
  const { suburb, city, postcode, addressInFreeForm } = found
  const { addressLine1, addressLine2 } = addressInFreeForm
  return { addressLine1, addressLine2: addressLine2 === suburb ? '' : addressLine2, suburb, city, postcode }
}

export interface AddressSearchOptions {
  readonly field: AddressFieldPath
  readonly found?: Address | undefined
  /** A whole address was found or typed by hand; null: the text was changed and the address no longer holds. */
  readonly onFound: (address: Address | null) => void
  /** Shown below the field when nothing was found; 'Address not found.' by default. */
  readonly notFoundText?: string
  /** The address was found without a postcode; its parts are in the manual form. */
  onPostcodeMissing(): void
}

/** The found address goes to the manual form, which asks for its postcode. */
function moveToManualForm(draft: Draft, field: AddressFieldPath, address: Address): void {
  // Uncheck the radios: a checked radio fires no change event when it is picked again.
  const radios = document.getElementsByName(`${field}.suggested`) as NodeListOf<HTMLInputElement>
  for (const radio of radios) radio.checked = false
  draft.setAnswers({ [manualAddressSections[addressKindOf(field)]]: toManualAddressForm(address) })
  draft.setAnswer(field, '')
}

/** The message of the last search. An error that the form flags replaces it. */
function useSearchError(field: AddressFieldPath) {
  const [error, setError] = useState<string | null>(null)
  const fieldError = useFieldError(field)
  useLayoutEffect(() => {
    if (fieldError) setError(null)
  }, [fieldError])
  return [error, setError] as const
}

export type AddressSearch = ReturnType<typeof useAddressSearch>

export function useAddressSearch(options: AddressSearchOptions, text: string) {
  const { field, found, onFound, onPostcodeMissing, notFoundText = addressSearchText.notFound } = options
  const isRisk = addressKindOf(field) === 'risk'
  const endpoint = isRisk ? 'addressRisk' : 'addressPostal'
  const api = useApi()
  const draft = useDraft()
  const announce = useAnnounce()
  const [error, setError] = useSearchError(field)
  const [choices, setChoices] = useState<readonly Address[]>([])
  /** The last searched line, or the address that it found: neither is searched for again. */
  const searched = useRef(found ? text : '')

  const select = (address: Address) => {
    if (address.postcode === '') {
      searched.current = ''
      moveToManualForm(draft, field, address)
      return onPostcodeMissing()
    }
    const shown = addressText(address)
    searched.current = shown
    draft.setAnswer(field, shown)
    announce(addressSearchText.chosen(shown))
    // Called after `announce`, so that the page's own announcement is heard last.
    onFound(address)
  }
  const messageFor = (line: string) => (isRisk && isPoBox(line) ? addressSearchText.postBox : notFoundText)
  /** Forgets the searched text, so that the same text starts a new search. */
  const showFailure = (message: string, announced = message) => {
    searched.current = ''
    setError(message)
    announce(announced)
  }

  const lookup = useLookup({
    isReady: useHasSession(),
    ask: (line, { signal }) => api.call(endpoint, { body: splitAddressLine(line) }, { signal }),
    onResult(result, line) {
      // The field was changed during the search.
      if (getFieldValue(draft.answers(), field).trim() !== line.trim()) return
      if (result.outcome === 'captcha-failed') return showFailure(addressSearchText.captchaFailed)
      const addresses = foundAddresses(result)
      const [first, ...others] = addresses
      if (!first) {
        draft.setState({ addressNotFoundIn: field })
        draft.setAnswer(field, '')
        // Different words than the field's error, which is on the page already.
        return showFailure(messageFor(line), addressSearchText.found(0))
      }
      if (others.length === 0) return select(first)
      setChoices(addresses)
      announce(addressSearchText.found(addresses.length))
    },
  })

  /** @param debounceMs for text that may still change */
  const start = (line: string, debounceMs?: number) => {
    searched.current = line
    setError(null)
    setChoices([])
    announce(addressSearchText.searching)
    void draft.pendingLookups.track(field, lookup.start(line, debounceMs))
  }
  /** Cancels the running search, and removes its message and choices. `known` is a text that needs no search. */
  const cancelSearch = (known = '') => {
    lookup.cancel()
    searched.current = known
    draft.setState({ addressNotFoundIn: undefined })
    setError(null)
    setChoices([])
  }
  // Another part of the page set this address (typed by hand, copied by a switch): the running search no longer counts.
  const isSetElsewhere = found !== undefined && text !== searched.current
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts once when that becomes true
  useEffect(() => {
    if (isSetElsewhere) cancelSearch(text)
  }, [isSetElsewhere, text])

  return {
    isRunning: lookup.isRunning,
    error,
    choices,
    /** True if the text is an address that was found or is being searched for; a trailing space changes nothing. */
    isSettled: () => found !== undefined || text.trim() === searched.current.trim(),
    start,
    select,
    /** The customer changed the text. */
    type(typed: string) {
      draft.setAnswer(field, typed)
      cancelSearch()
      if (found) onFound(null)
    },
  }
}
