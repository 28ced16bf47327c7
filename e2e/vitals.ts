/**
 * Web vitals measured in the page: layout shifts, the delay of each interaction, prices after a tap, and
 * steps after their responses.
 */
import type { Page } from '@playwright/test'

export interface Vitals {
  /** Of every shift nobody's press explains, as browsers count it. */
  readonly layoutShift: number
  /** What moved, for whoever has to mend it. */
  readonly shifted: readonly string[]
  /** From press to the next picture, each in ms. */
  readonly interactions: readonly { readonly name: string; readonly ms: number }[]
  /** From a tap to the picture with another price, in ms. */
  readonly prices: readonly number[]
  /** From the last answer of the server to the picture with the next step's heading, in ms. */
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
  /** When the finger was lifted from the last tap. */
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

  /** After the picture that holds what was just changed. */
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

/** Once what was drawn last has been told of: a shift is, after the picture that it is in. */
export const readVitals = (page: Page): Promise<Vitals> =>
  page.evaluate(
    () =>
      new Promise(resolve =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve(window.readVitals()))),
        ),
      ),
  )

/** A four-year-old phone beside this machine. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: times })
}
