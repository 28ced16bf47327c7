/** Holds clicks and submits until the page is hydrated, and then replays them. Used by before-hydration.ts. */
import { pathOfStep } from '#journey/steps.ts'

/** Event that the application dispatches on the document after hydration. */
export const hydratedEvent = 'openroad:hydrated'

/** Buttons, and 'Start a new quote', which as a plain link would lead to the previous quote's answers. */
const heldElements = `button[type=button],#root a[href='${pathOfStep('car')}']`

export type HeldClick = ReturnType<typeof holdEarlyClicks>

/** Replays the last held click or submit after hydration: typed values are not lost or put into an address. */
export function holdEarlyClicks() {
  let held: HTMLElement | null = null
  const hold = (event: Event) => {
    const target = event.target as HTMLElement
    const element = event.type === 'click' ? target.closest<HTMLElement>(heldElements) : target
    const { metaKey, ctrlKey, shiftKey } = event as MouseEvent
    // A click with a modifier key is left to the browser.
    if (!element || metaKey || ctrlKey || shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    held = element
  }
  const release = () => {
    for (const type of ['submit', 'click']) removeEventListener(type, hold, true)
  }
  for (const type of ['submit', 'click']) addEventListener(type, hold, true)
  document.addEventListener(
    hydratedEvent,
    () => {
      release()
      if (held instanceof HTMLFormElement) held.requestSubmit()
      else held?.click()
    },
    { once: true },
  )
  return {
    /** Lets clicks through again and follows a held link; true if there was one. */
    followLink(): boolean {
      release()
      if (!(held instanceof HTMLAnchorElement)) return false
      held.click()
      return true
    },
  }
}
