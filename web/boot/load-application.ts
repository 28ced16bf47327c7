/** Loads and starts the application after the first paint. Used by before-hydration.ts. */
import type { HeldClick } from './hold-clicks.ts'

/** The wait after the second frame, for browsers that do not report their first paint. */
const paintTimeoutMs = 500
/** Browsers also abort files because the customer navigates away, so a reload waits. */
const reloadAfterMs = 999

/** Runs once after the first paint, so that scripts do not compete with the content on a slow connection. */
export function afterFirstPaint(act: () => void): void {
  let isDone = false
  const once = () => {
    if (isDone) return
    isDone = true
    act()
  }
  try {
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      once()
    }).observe({ type: 'paint', buffered: true })
  } catch {
    // The browser lacks the observer: the frames below decide.
  }
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(once, paintTimeoutMs)))
}

const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some(entry => 'type' in entry && entry.type === 'reload')

/**
 * Fetches the first screen's files in parallel. If the entry file or, outside the steps, the page's own file is missing, a
 * held link is followed; else the page reloads once.
 */
export function loadApplication(
  { entry, files }: { readonly entry: string; readonly files: readonly string[] },
  held: HeldClick,
  importFile: (file: string) => Promise<{ readonly started?: Promise<unknown> }>,
): void {
  for (const file of files) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    document.head.append(link)
  }
  importFile(entry)
    .then(({ started }) => started)
    .catch(() => {
      if (!held.followLink() && !isReload()) setTimeout(() => location.reload(), reloadAfterMs)
    })
}
