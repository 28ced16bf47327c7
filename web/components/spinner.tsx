/** Something is on its way: a turning road mark and a sentence. */
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

/** The mark alone, as high as the line it stands in: whoever shows it says beside it what is under way. */
export const InlineSpinner = () => <span className={`${css.wheel} ${css.small}`} aria-hidden="true" />

const shownAfterMs = 200
const shownAtLeastMs = 400

/** Whether to show a spinner for work that may be over at once: not for a blink, and never just for one. */
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
