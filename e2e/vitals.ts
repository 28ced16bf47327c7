/** Measures web vitals in the page: layout shifts, interactions, prices after a tap, and steps. */
import type { Page } from '@playwright/test'

export interface Vitals {
  /** Unexpected layout shift, as browsers count it. */
  readonly layoutShift: number
  /** The elements that moved. */
  readonly shifted: readonly string[]
  /** Milliseconds from input to the next paint. */
  readonly interactions: readonly { readonly name: string; readonly ms: number }[]
  /** Milliseconds from a tap to the paint of a new price. */
  readonly prices: readonly number[]
  /** Milliseconds from the last response to the paint of the next step's heading. */
  readonly steps: readonly { readonly heading: string; readonly ms: number }[]
}

declare global {
  interface Window {
    readVitals(): Vitals
  }
}

/** Runs in the page before any of its own scripts. */
function watch(): void {
  let layoutShift = 0
  const shifted: string[] = []
  const interactions = new Map<number, { name: string; ms: number }>()
  const prices: number[] = []
  const steps: { heading: string; ms: number }[] = []
  /** The end of the last tap. */
  let tapped = 0
  let price = ''
  let heading = ''

  interface Shift extends PerformanceEntry {
    readonly value: number
    readonly hadRecentInput: boolean
    readonly sources: readonly {
      readonly node: Node | null
      readonly previousRect: DOMRectReadOnly
      readonly currentRect: DOMRectReadOnly
    }[]
  }
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput) continue
      layoutShift += entry.value
      shifted.push(`${entry.value.toFixed(4)} at ${Math.round(entry.startTime)} on ${location.pathname}:`)
      for (const { node, previousRect: from, currentRect: to } of entry.sources)
        shifted.push(
          `  ${node?.nodeName} ${node?.textContent?.slice(0, 40)} ${from.x},${from.y} ${from.width}×${from.height} → ${to.x},${to.y} ${to.width}×${to.height}`,
        )
    }
  }).observe({ type: 'layout-shift', buffered: true })

  interface Press extends PerformanceEntry {
    readonly interactionId: number
    readonly target: Node | null
  }
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as Press[]) {
      if (!entry.interactionId) continue
      const before = interactions.get(entry.interactionId)
      const name = `${entry.name} ${entry.target?.nodeName} ${entry.target?.textContent?.slice(0, 30)}`
      if (!before || before.ms < entry.duration)
        interactions.set(entry.interactionId, { name, ms: entry.duration })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)

  /** Runs after the next paint. */
  const afterPaint = (act: (at: number) => void) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => act(performance.now())
      channel.port2.postMessage(null)
    })
  const lastAnswer = () =>
    Math.max(
      0,
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/edge/'))
        .map(entry => (entry as PerformanceResourceTiming).responseEnd),
    )

  addEventListener(
    'pointerup',
    event => {
      tapped = event.timeStamp
    },
    true,
  )
  new MutationObserver(() => {
    const amount = document.querySelector('output')?.textContent ?? ''
    const since = tapped
    if (amount !== price) {
      if (price.includes('$') && amount.includes('$') && since > 0) afterPaint(at => prices.push(at - since))
      tapped = 0
    }
    price = amount
    const title = document.querySelector('h1')?.textContent ?? ''
    if (title !== heading) {
      const answered = Math.max(lastAnswer(), since)
      if (heading !== '') afterPaint(at => steps.push({ heading: title, ms: at - answered }))
    }
    heading = title
  }).observe(document, { subtree: true, childList: true, characterData: true })

  window.readVitals = () => ({
    layoutShift,
    shifted,
    interactions: [...interactions.values()],
    prices,
    steps,
  })
}

export async function watchVitals(page: Page): Promise<void> {
  await page.addInitScript(watch)
}

/** Reads the vitals after the last paint was reported. */
export const readVitals = (page: Page): Promise<Vitals> =>
  page.evaluate(
    () =>
      new Promise(resolve =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve(window.readVitals()))),
        ),
      ),
  )

/** Slows the CPU down, as on an older phone. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: times })
}
