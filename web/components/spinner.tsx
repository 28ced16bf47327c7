/** Loading spinners: one with a sentence, one inline, and the hook that delays them. */
import { useEffect, useRef, useState } from 'react'
import css from './spinner.module.css'

export function Spinner({ text }: { text: string }) {
  return (
    <p className={css.spinner} role="status">
      <span className={css.wheel} aria-hidden="true" />
      <span>{text}</span>
    </p>
  )
}

/** The spinner alone, one line high; the component that uses it says beside it what is loading. */
export const InlineSpinner = () => <span className={`${css.wheel} ${css.small}`} aria-hidden="true" />

const shownAfterMs = 200
const shownAtLeastMs = 400

/** True if a spinner should show: not for work that ends at once, and never only for a moment. */
export function useDelayedSpinner(isWorking: boolean): boolean {
  const [isShown, setIsShown] = useState(false)
  const since = useRef(0)
  useEffect(() => {
    if (isWorking === isShown) return
    const wait = isWorking ? shownAfterMs : shownAtLeastMs - (performance.now() - since.current)
    const timer = setTimeout(() => {
      since.current = performance.now()
      setIsShown(isWorking)
    }, wait)
    return () => clearTimeout(timer)
  }, [isWorking, isShown])
  return isShown
}
