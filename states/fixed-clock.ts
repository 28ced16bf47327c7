/**
 * Stops the page's clock at the state book's day. It is imported first, before any application code reads the
 * time.
 */
import { fixedDay } from './fixed-day.ts'
import { slowLookupEvent } from './slow-lookup-event.ts'

const instant = Date.parse(`${fixedDay}T09:00:00+13:00`)

globalThis.Date = class extends Date {
  constructor(...given: [] | [number | string | Date]) {
    super(given.length === 0 ? instant : given[0])
  }
  static override now(): number {
    return instant
  }
} as DateConstructor

/**
 * What a page says to somebody whose patience ends belongs to no state: a slow machine would photograph another than a quick one.
 * It is said when the window is told `slowLookupEvent`; by then whatever waits so long is due, what was cleared meanwhile too.
 */
const patienceMs = 10_000
const { setTimeout: wait } = globalThis
globalThis.setTimeout = ((then: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) => {
  if (milliseconds < patienceMs) return wait(then, milliseconds, ...given)
  globalThis.addEventListener(slowLookupEvent, () => then(...given), { once: true })
  return 0
}) as typeof setTimeout
