/** What an address field offers while somebody types (CAR-09): asked for after a pause, each time for a fee. */
import { useEffect, useRef, useState } from 'react'
import { useApi } from '#web/api/client.ts'
import { addressWords } from '#web/content/address.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'

export interface Line {
  readonly addressId: string
  readonly text: string
}

export const waitWhileTypingMs = 150
export const shortestSearch = 3
/** Nothing was asked: another list without lines is an answer. */
export const noLines: readonly Line[] = []

/**
 * The lines on offer for what is typed, and how many is said; none while there is nothing to ask, and nobody is told of any
 * whose list is closed. A late answer never shows.
 */
export function useSuggestions(
  text: string,
  settled: boolean,
  isWanted: boolean,
): [readonly Line[], (lines: readonly Line[]) => void] {
  const api = useApi()
  const announce = useAnnounce()
  const [lines, setLines] = useState(noLines)
  const answered = useRef('')
  const count = lines === noLines ? -1 : lines.length
  // Not with every letter: as many as before are no news.
  useEffect(() => {
    if (count >= 0) announce(addressWords.found(count))
  }, [announce, count])
  useEffect(() => {
    // A blank behind a number says that it is whole.
    const typed = text.trimStart()
    if (settled || text.trim().length < shortestSearch) {
      setLines(noLines)
      answered.current = ''
      return
    }
    // A list that is opened again has its lines: asking costs a fee.
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
    }, waitWhileTypingMs)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [api, text, settled, isWanted])
  return [lines, setLines]
}
