/** Stops the page's clock at the state book's day. Imported first, before any application code reads the time. */
import { fixedDay, slowLookupEvent } from './clock-settings.ts'

const instant = Date.parse(`${fixedDay}T09:00:00+13:00`)

globalThis.Date = class extends Date {
  constructor(...args: [] | [number | string | Date]) {
    super(args.length === 0 ? instant : args[0])
  }
  static override now(): number {
    return instant
  }
} as DateConstructor

/**
 * Long timers fire only at the `slowLookupEvent`: otherwise a slow machine would take a picture of the message for a slow
 * look-up. Clearing such a timer has no effect.
 */
const longWaitMs = 10_000
const { setTimeout: wait } = globalThis
globalThis.setTimeout = ((then: (...args: unknown[]) => void, milliseconds = 0, ...args: unknown[]) => {
  if (milliseconds < longWaitMs) return wait(then, milliseconds, ...args)
  globalThis.addEventListener(slowLookupEvent, () => then(...args), { once: true })
  return 0
}) as typeof setTimeout
