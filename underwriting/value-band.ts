/** The band of values for which the insurer covers a car; the value fields of steps 1 and 3 use it. */
import type { ValueBand } from '#journey/car-value.ts'
import { maximumCarValueDollars } from '#journey/cover.ts'
import { vehicleByKey } from './vehicles.ts'

const lowestDollars = 1000

/** Percent of the market value. The values of cheap cars vary more than those of expensive cars. */
function percents(marketValueDollars: number): { minimum: number; maximum: number } {
  if (marketValueDollars < 6000) return { minimum: 75, maximum: 125 }
  if (marketValueDollars > 80_000) return { minimum: 80, maximum: 110 }
  return { minimum: 80, maximum: 120 }
}

/**
 * Whole hundreds of dollars round a market value. Never above the most a car may be worth, unless the whole band
 * lies above: then it is left as it is, and its minimum says that the car is too dear.
 */
export function bandAround(marketValueDollars: number): ValueBand {
  const { minimum, maximum } = percents(marketValueDollars)
  // Whole dollars times whole percents over 10,000 are hundreds without a binary fraction to round the wrong way.
  const minimumDollars = Math.max(lowestDollars, Math.floor((marketValueDollars * minimum) / 10_000) * 100)
  const highest = Math.max(minimumDollars, Math.ceil((marketValueDollars * maximum) / 10_000) * 100)
  const tooDear = minimumDollars > maximumCarValueDollars
  return { minimumDollars, maximumDollars: tooDear ? highest : Math.min(highest, maximumCarValueDollars) }
}

/** Null for a key the catalogue does not hold. */
export function valueBand(vehicleKey: string): ValueBand | null {
  const vehicle = vehicleByKey(vehicleKey)
  return vehicle && bandAround(vehicle.marketValueDollars)
}
