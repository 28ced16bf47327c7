/**
 * Lists the tariffs and selects the one that rates a quote, for the embedded insurer. A new tariff is a new file in
 * `data/` and a line here; old files stay, because valid quotes use them.
 */
import type { NzDay } from '#journey/dates.ts'
import november2026 from './data/tariff-2026-11.json' with { type: 'json' }
import { checkTariffs } from './tariff-check.ts'
import type { Tariff } from './tariff-shape.ts'

/** Oldest first. */
export const tariffs: readonly [Tariff, ...Tariff[]] = checkTariffs([november2026])

/** The newest tariff in effect on a quote's first day; before the oldest tariff, the oldest. */
export const tariffFor = (quoteDay: NzDay, among: readonly [Tariff, ...Tariff[]] = tariffs): Tariff =>
  among.findLast(tariff => tariff.effectiveFrom <= quoteDay) ?? among[0]
