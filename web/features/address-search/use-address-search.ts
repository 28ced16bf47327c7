/**
 * The hook behind an address field: it runs the search, stores the address and reports errors. Late
 * responses are ignored.
 */

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Address, addressText } from '#journey/address.ts'
import { isPoBox } from '#journey/po-box.ts'
import { textAt } from '#journey/questions/quote-form.ts'
import { useApi } from '#web/api/client.ts'
import { useFieldError } from '#web/components/field.tsx'
import { addressSearchText } from '#web/content/address.ts'
import type { AddressFieldPath } from '#web/features/draft/draft-state.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { manualFormOf } from './manual-address-dialog.tsx'
import { splitAddressLine, toAddressSearchResult } from './search-address.ts'

export interface AddressFieldProps {
  readonly field: AddressFieldPath
  readonly label: string
  readonly kind: 'risk' | 'postal'
  readonly hint?: ReactNode
  /** The found address; undefined while there is none. */
  readonly found?: Address | undefined
  /** A whole address was found or typed by hand; null: the text was changed and the address no longer holds. */
  readonly onFound: (address: Address | null) => void
  /** The dialog for the missing postcode of a found address was closed without one. */
  readonly onPostcodeNotGiven?: () => void
  /** Shown below the field when nothing was found; 'Address not found.' by default. */
  readonly notFoundText?: string
}

export interface AddressSearchState {
  readonly isSearching: boolean
  /** The message below the field, or null. */
  readonly error: string | null
  /** The addresses that match a line, if there are several. */
  readonly choices: readonly Address[]
  /** The last searched line, or the address that it found: neither is searched for again. */
  searched(): string
  /**
   * Resolves when the result is shown.
   * @param waitMs waits for text that may still change: each search costs a fee
   */
  search(line: string, waitMs?: number): Promise<void>
  select(address: Address): void
  /** The text changed: cancels the running search and clears its message. */
  continueTyping(): void
}

/** @param onPostcodeMissing the address was found without a postcode; its parts are in the manual form */
export function useAddressSearch(
  props: AddressFieldProps,
  text: string,
  onPostcodeMissing: () => void,
): AddressSearchState {
  const { field, kind, found, onFound, notFoundText = addressSearchText.notFound } = props
  const api = useApi()
  const draft = useDraft()
  const announce = useAnnounce()
  const [error, setError] = useState<string | null>(null)
  const [choices, setChoices] = useState<readonly Address[]>([])
  const [isSearching, setSearching] = useState(false)
  /** The controller of the running search. */
  const underWay = useRef<AbortController>(undefined)
  const searched = useRef(found ? text : '')
  // A response after the step was left is dropped; the field searches again when it is shown again.
  useEffect(() => () => underWay.current?.abort(), [])

  const select = (address: Address) => {
    if (address.postcode === '') {
      // Uncheck the radios: a checked radio fires no change event when it is picked again.
      searched.current = ''
      const radios = document.getElementsByName(`${field}.suggested`) as NodeListOf<HTMLInputElement>
      for (const radio of radios) radio.checked = false
      draft.setAnswers({ [kind === 'postal' ? 'manualPostal' : 'manualRisk']: manualFormOf(address) })
      draft.setAnswer(field, '')
      return onPostcodeMissing()
    }
    const shown = addressText(address)
    searched.current = shown
    draft.setAnswer(field, shown)
    setError(null)
    announce(addressSearchText.chosen(shown))
    // Called after `announce`, so that the page's own announcement is heard last.
    onFound(address)
  }

  const search = async (line: string, waitMs?: number) => {
    const mine = new AbortController()
    underWay.current?.abort()
    underWay.current = mine
    searched.current = line
    setSearching(true)
    setChoices([])
    announce(addressSearchText.searching)
    if (waitMs) await new Promise(done => setTimeout(done, waitMs))
    const outcome = toAddressSearchResult(
      await api.call(
        kind === 'risk' ? 'addressRisk' : 'addressPostal',
        { body: splitAddressLine(line) },
        { signal: mine.signal },
      ),
    )
    // The field was left or changed during the search.
    if (mine.signal.aborted || textAt(draft.answers(), field).trim() !== line.trim()) return
    setSearching(false)
    if (outcome.kind === 'one') return select(outcome.address)
    if (outcome.kind === 'several') {
      setChoices(outcome.addresses)
      announce(addressSearchText.found(outcome.addresses.length))
      return
    }
    // Typing or picking the same text again starts a new search.
    searched.current = ''
    if (outcome.kind === 'none') {
      draft.setState({ addressNotFoundIn: field })
      draft.setAnswer(field, '')
      setError(kind === 'risk' && isPoBox(line) ? addressSearchText.postBox : notFoundText)
      // Different words than the field's error, which is on the page already.
      announce(addressSearchText.found(0))
    } else {
      setError(addressSearchText.notAsked)
      announce(addressSearchText.notAsked)
    }
  }

  const continueTyping = () => {
    underWay.current?.abort()
    // Text that is changed and typed again is searched for again.
    searched.current = ''
    draft.setState({ addressNotFoundIn: undefined })
    setSearching(false)
    setError(null)
    setChoices([])
  }
  // The address came from elsewhere (typed by hand, copied by a switch): the running search no longer counts.
  const isOthers = found !== undefined && text !== searched.current
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts once when that becomes true
  useEffect(() => {
    if (!isOthers) return
    continueTyping()
    searched.current = text
  }, [isOthers, text])

  const problem = useFieldError(field)
  // The form flagged the field: its error replaces the message of the search.
  useLayoutEffect(() => {
    if (problem) setError(null)
  }, [problem])

  return {
    isSearching,
    error,
    choices,
    searched: () => searched.current,
    search: (line, waitMs) => draft.pendingLookups.track(field, search(line, waitMs)),
    select,
    continueTyping,
  }
}
