/** The range of values for which the insurer covers a car, for the value fields of steps 1 and 3. */
import type { ValueBand } from '#journey/car-value.ts'
import { maximumCarValueDollars } from '#journey/cover.ts'
import { vehicleByKey } from './vehicles.ts'

const lowestDollars = 1000

/** Percent of the market value: the values of cheap cars vary more. */
function percents(marketValueDollars: number): { minimum: number; maximum: number } {
  if (marketValueDollars < 6000) return { minimum: 75, maximum: 125 }
  if (marketValueDollars > 80_000) return { minimum: 80, maximum: 110 }
  return { minimum: 80, maximum: 120 }
}

/**
 * The band around a market value in whole hundreds of dollars, limited to the maximum car value. If the whole band
 * is above that maximum, it is not limited, and its minimum shows that the car is too expensive.
 */
export function bandAround(marketValueDollars: number): ValueBand {
  const { minimum, maximum } = percents(marketValueDollars)
  // Whole dollars times whole percents, so that binary fractions cannot round the wrong way.
  const minimumDollars = Math.max(lowestDollars, Math.floor((marketValueDollars * minimum) / 10_000) * 100)
  const highest = Math.max(minimumDollars, Math.ceil((marketValueDollars * maximum) / 10_000) * 100)
  const tooDear = minimumDollars > maximumCarValueDollars
  return { minimumDollars, maximumDollars: tooDear ? highest : Math.min(highest, maximumCarValueDollars) }
}

/** Null for a key that is not in the catalogue. */
export function valueBand(vehicleKey: string): ValueBand | null {
  const vehicle = vehicleByKey(vehicleKey)
  return vehicle && bandAround(vehicle.marketValueDollars)
}
