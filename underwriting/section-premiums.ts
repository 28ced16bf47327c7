/**
 * Computes the premium of each section of a cover (liability, fire and theft, own damage) with all factors, before
 * options, levy and GST, for rate.ts.
 */
import type { CoverType } from '#journey/cover.ts'
import type { Tariff } from './tariff.ts'

export interface PremiumFactors {
  readonly zone: number
  readonly theftZone: number
  readonly ratingGroup: number
  readonly theftScore: number
  readonly drivers: number
  readonly excess: number
  readonly business: number
}

export const neutralFactors: PremiumFactors = {
  zone: 1,
  theftZone: 1,
  ratingGroup: 1,
  theftScore: 1,
  drivers: 1,
  excess: 1,
  business: 1,
}

/** Applies a factor in part: half of 1.2 is 1.1. */
const part = (weight: number, factor: number): number => 1 + weight * (factor - 1)

function ownDamageBase({ ownDamage }: Tariff, valueDollars: number): number {
  let bandFrom = 0
  let cents = ownDamage.fixedCents
  for (const { upToDollars, rate } of ownDamage.bands) {
    cents += 100 * rate * Math.max(0, Math.min(valueDollars, upToDollars) - bandFrom)
    bandFrom = upToDollars
  }
  return cents
}

/** Returns unrounded cents without GST; a section that the cover lacks is 0. */
export function sectionPremiums(
  cover: CoverType,
  valueDollars: number,
  factors: PremiumFactors,
  tariff: Tariff,
) {
  const { liability, theftFire } = tariff
  const liabilityCents =
    liability.baseCents *
    factors.drivers *
    part(liability.zoneWeight, factors.zone) *
    part(liability.ratingGroupWeight, factors.ratingGroup)
  const fireTheftCents =
    (theftFire.fixedCents + 100 * theftFire.rate * valueDollars) *
    Math.min(theftFire.factorCap, factors.theftZone * factors.theftScore)
  const ownDamageCents =
    ownDamageBase(tariff, valueDollars) *
    factors.drivers *
    factors.zone *
    factors.ratingGroup *
    factors.excess
  return {
    liability: liabilityCents * factors.business,
    fireTheft: cover === 'THIRD_PARTY' ? 0 : fireTheftCents * factors.business,
    ownDamage: cover === 'COMPREHENSIVE' ? ownDamageCents * factors.business : 0,
  }
}
