/**
 * The hook that loads address suggestions while the user types. Requests are debounced, because each one
 * costs a fee.
 */

import { useEffect, useRef, useState } from 'react'
import { useApi } from '#web/api/client.ts'
import { addressSearchText } from '#web/content/address.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'

export interface AddressSuggestion {
  readonly addressId: string
  readonly text: string
}

export const typingDebounceMs = 150
export const minimumSearchLength = 3
/** No request was made. Any other empty list is a response. */
export const noSuggestions: readonly AddressSuggestion[] = []

/**
 * The suggestions for the typed text, and a setter for them. Their number is announced. While the list is closed
 * (`isWanted` false) nothing is requested; late responses are dropped.
 */
export function useAddressSuggestions(
  text: string,
  settled: boolean,
  isWanted: boolean,
): [readonly AddressSuggestion[], (lines: readonly AddressSuggestion[]) => void] {
  const api = useApi()
  const announce = useAnnounce()
  const [lines, setLines] = useState(noSuggestions)
  const answered = useRef('')
  const count = lines === noSuggestions ? -1 : lines.length
  // Announced only when the count changes, not with every letter.
  useEffect(() => {
    if (count >= 0) announce(addressSearchText.found(count))
  }, [announce, count])
  useEffect(() => {
    // Keep a trailing space: it says that a number is complete.
    const typed = text.trimStart()
    if (settled || text.trim().length < minimumSearchLength) {
      setLines(noSuggestions)
      answered.current = ''
      return
    }
    // A reopened list still has its lines: a new request would cost a fee.
    if (!isWanted || text === answered.current) return
    const stop = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await api.call(
        'addressSuggest',
        { query: { q: typed.slice(0, 120) } },
        { signal: stop.signal },
      )
      if (stop.signal.aborted || answer.outcome !== 'ok') return
      answered.current = text
      setLines(answer.data.lines)
    }, typingDebounceMs)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [api, text, settled, isWanted])
  return [lines, setLines]
}
