/** Makes the book's day the day of the page: imported first, so that nothing of the product has asked for the time before. */
import { bookDay } from './book-day.ts'

const instant = Date.parse(`${bookDay}T09:00:00+13:00`)

globalThis.Date = class extends Date {
  constructor(...given: [] | [number | string | Date]) {
    super(given.length === 0 ? instant : given[0])
  }
  static override now(): number {
    return instant
  }
} as DateConstructor
