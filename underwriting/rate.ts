/** Computes the premium of a risk by a tariff, with its components, for all code that shows or charges a price. */
import { type CoverOption, type CoverType, coverOptions, type Frequency, optionsOf } from '#journey/cover.ts'
import { ageOn, monthsSince, type NzDay } from '#journey/dates.ts'
import type { Incident } from '#journey/incidents.ts'
import type { Cents } from '#journey/money.ts'
import type { PremiumComponentCode } from '#journey/price-table.ts'
import type { Indicators } from '#journey/questions/yes-no-questions.ts'
import type { CurvePoint, Tariff } from './tariff.ts'
import { zonesOf } from './zones.ts'

export interface RatedDriver {
  readonly dateOfBirth: NzDay
  readonly incidents: readonly Incident[]
}

export interface Risk extends Indicators, Readonly<Record<CoverOption, boolean>> {
  readonly vehicle: { readonly vehicleKey: string; readonly ratingGroup: number; readonly theftScore: number }
  /** Whole dollars; 0 for third party property damage. */
  readonly valueDollars: number
  readonly postcode: string
  readonly locality: string
  readonly city: string
  /** The main driver first. */
  readonly drivers: readonly RatedDriver[]
  readonly cover: CoverType
  /** Imposed plus voluntary excess in whole dollars; it changes the price of comprehensive cover only. */
  readonly excessDollars: number
  readonly businessApplicant: boolean
  /** The first day of cover, which determines the levy. */
  readonly inceptionDay: NzDay
  /** The day for ages and incidents, so that a later start of cover changes only the levy. */
  readonly ratedOn: NzDay
}

interface PremiumComponent {
  readonly code: PremiumComponentCode
  readonly amountCents: Cents
}

export interface Rating {
  readonly annualCents: Cents
  /** The amount of one instalment; for ANNUAL the whole year. */
  readonly instalmentCents: Readonly<Record<Frequency, Cents>>
  /** They add up to annualCents, in the order of `premiumComponentCodes`. */
  readonly steps: readonly PremiumComponent[]
  /** The extra cost of a year in instalments over annualCents, including rounding. */
  readonly instalmentLoadingCents: Readonly<Record<Frequency, Cents>>
}

const neutralFactors = {
  zone: 1,
  theftZone: 1,
  ratingGroup: 1,
  theftScore: 1,
  drivers: 1,
  excess: 1,
  business: 1,
}
type PremiumFactors = Readonly<typeof neutralFactors>

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

/** Returns unrounded cents without GST; parts that the cover lacks are 0. */
function sectionPremiums({ cover, valueDollars }: Risk, factors: PremiumFactors, tariff: Tariff) {
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

/** Rounds half up; the small addition corrects binary rounding errors. */
const roundCents = (cents: number): Cents => Math.floor(cents + 0.5 + 1e-6)

/** Interpolates linearly between the two nearest points; outside the range, the end point's factor applies. */
function curveFactor(points: readonly CurvePoint[], at: number): number {
  const above = points.find(point => point.at > at)
  const below = points.findLast(point => point.at <= at)
  if (!above || !below) return (above ?? below)?.factor ?? 1
  return below.factor + ((above.factor - below.factor) * (at - below.at)) / (above.at - below.at)
}

/** Throws if the table lacks the row, because a premium must never be guessed. */
function rowFactor(
  table: { readonly factors: Readonly<Record<string, number>> },
  key: string | number,
): number {
  const factor = table.factors[key]
  if (factor === undefined) throw new RangeError(`The tariff has no row ${key}`)
  return factor
}

function recencyWeight(tariff: Tariff, months: number): number {
  return tariff.incidents.recency.findLast(row => row.fromMonths <= Math.max(0, months))?.weight ?? 1
}

const ageFactor = (driver: RatedDriver, ratedOn: NzDay, tariff: Tariff): number =>
  curveFactor(tariff.driverAge.points, ageOn(ratedOn, driver.dateOfBirth))

/** 1 plus the load of each incident, weighted by its age in whole months. */
const incidentFactor = (driver: RatedDriver, ratedOn: NzDay, tariff: Tariff): number =>
  driver.incidents.reduce(
    (sum, { claimCode, year, month }) =>
      sum + tariff.incidents.loads[claimCode] * recencyWeight(tariff, monthsSince(ratedOn, year, month)),
    1,
  )

/** The main driver's factor, a share of the difference to the highest factor, and a load for many drivers. */
function combined(driverFactors: readonly number[], tariff: Tariff): number {
  const { worstWeight, driversIncluded, perFurtherDriver } = tariff.driverCombination
  const main = driverFactors[0] ?? 1
  const worst = Math.max(main, ...driverFactors)
  const further = Math.max(0, driverFactors.length - driversIncluded)
  return (main + worstWeight * (worst - main)) * (1 + perFurtherDriver * further)
}

export function driversFactor(drivers: readonly RatedDriver[], ratedOn: NzDay, tariff: Tariff) {
  const ages = drivers.map(driver => ageFactor(driver, ratedOn, tariff))
  const full = drivers.map((driver, index) => (ages[index] ?? 1) * incidentFactor(driver, ratedOn, tariff))
  return { byAge: combined(ages, tariff), withIncidents: combined(full, tariff) }
}

/** The factors that no choice changes, by address and drivers, computed once for a whole price table. */
export interface FixedFactors {
  readonly zone: number
  readonly theftZone: number
  readonly drivers: { readonly byAge: number; readonly withIncidents: number }
}

export function fixedFactors(
  risk: Pick<Risk, 'postcode' | 'locality' | 'city' | 'drivers' | 'ratedOn'>,
  tariff: Tariff,
): FixedFactors {
  const { zone, theftZone } = zonesOf({ postcode: risk.postcode, suburb: risk.locality, city: risk.city })
  return {
    zone: rowFactor(tariff.zones, zone),
    theftZone: rowFactor(tariff.theftZones, theftZone),
    drivers: driversFactor(risk.drivers, risk.ratedOn, tariff),
  }
}

/** The factors that each stage of the price adds, in display order; INCIDENTS replaces the drivers' factor of DRIVERS. */
function factorStages(
  risk: Risk,
  tariff: Tariff,
  { zone, theftZone, drivers }: FixedFactors,
): [PremiumComponentCode, Partial<PremiumFactors>][] {
  const { vehicle, excessDollars, businessApplicant } = risk
  return [
    ['AREA', { zone, theftZone }],
    [
      'VEHICLE',
      {
        ratingGroup: rowFactor(tariff.ratingGroups, vehicle.ratingGroup),
        theftScore: rowFactor(tariff.theftScores, vehicle.theftScore),
      },
    ],
    ['DRIVERS', { drivers: drivers.byAge }],
    ['INCIDENTS', { drivers: drivers.withIncidents }],
    ['EXCESS', { excess: curveFactor(tariff.excess.points, excessDollars) }],
    ['BUSINESS_APPLICANT', { business: businessApplicant ? tariff.businessApplicant.factor : 1 }],
  ]
}

const optionSteps: Readonly<Record<CoverOption, PremiumComponentCode>> = {
  excessFreeWindow: 'EXCESS_FREE_WINDOW',
  hireCar: 'HIRE_CAR',
  roadsideAssistance: 'ROADSIDE_ASSISTANCE',
}

/** Cents without GST. */
function optionPrice(option: CoverOption, { cover, valueDollars }: Risk, { options }: Tariff): number {
  if (option !== 'excessFreeWindow') return options[option].cents[cover] ?? 0
  const { capCents, fixedCents, rate } = options.excessFreeWindow
  return Math.min(capCents, fixedCents + 100 * rate * valueDollars)
}

type ChosenOptions = Readonly<Record<CoverOption, boolean>>

/** Cents without GST of each option; 0 if it is not chosen or the cover does not offer it. */
function optionAmounts(risk: Risk, chosen: ChosenOptions, tariff: Tariff): [PremiumComponentCode, number][] {
  const offered = optionsOf[risk.cover]
  return coverOptions.map(option => [
    optionSteps[option],
    chosen[option] && offered.includes(option) ? optionPrice(option, risk, tariff) : 0,
  ])
}

/** The levy on the first day of cover, in cents without GST; 0 before the first row. */
const levyCents = (risk: Risk, { fenzLevy }: Tariff): Cents =>
  fenzLevy.rows.findLast(row => row.fromInception <= risk.inceptionDay)?.cents[risk.cover] ?? 0

function totalOf(risk: Risk, factors: PremiumFactors, tariff: Tariff): number {
  const { liability, fireTheft, ownDamage } = sectionPremiums(risk, factors, tariff)
  return liability + fireTheft + ownDamage
}

const atLeastMinimum = (total: number, { cover }: Risk, { minimumBase }: Tariff): number =>
  Math.max(minimumBase.cents[cover], total)

/** The unrounded running total without GST after each component, including the options. */
function runningTotals(risk: Risk, tariff: Tariff, fixed: FixedFactors): [PremiumComponentCode, number][] {
  const neutral = sectionPremiums(risk, neutralFactors, tariff)
  const totals: [PremiumComponentCode, number][] = [
    ['BASE_LIABILITY', neutral.liability],
    ['BASE_FIRE_THEFT', neutral.liability + neutral.fireTheft],
    ['BASE_OWN_DAMAGE', totalOf(risk, neutralFactors, tariff)],
  ]
  let factors = neutralFactors
  for (const [code, added] of factorStages(risk, tariff, fixed)) {
    factors = { ...factors, ...added }
    totals.push([code, totalOf(risk, factors, tariff)])
  }
  let running = atLeastMinimum(totals.at(-1)?.[1] ?? 0, risk, tariff)
  totals.push(['MINIMUM_PREMIUM', running])
  for (const [code, amount] of optionAmounts(risk, risk, tariff)) {
    running += amount
    totals.push([code, running])
  }
  return totals
}

/** The unrounded total without GST before options and levy, which is the same for all options. */
export function premiumBeforeOptions(risk: Risk, tariff: Tariff, fixed: FixedFactors): number {
  const added = factorStages(risk, tariff, fixed).map(([, factors]) => factors)
  const factors: PremiumFactors = Object.assign({}, neutralFactors, ...added)
  return atLeastMinimum(totalOf(risk, factors, tariff), risk, tariff)
}

type Prices = Pick<Rating, 'annualCents' | 'instalmentCents'>

const eachFrequency = (amount: (frequency: Frequency) => Cents): Record<Frequency, Cents> => ({
  FORTNIGHTLY: amount('FORTNIGHTLY'),
  MONTHLY: amount('MONTHLY'),
  ANNUAL: amount('ANNUAL'),
})

function pricesOf(total: number, levy: Cents, { gst, instalments }: Tariff): Prices {
  const annualCents = roundCents(((total + levy) * (100 + gst.percent)) / 100)
  const instalmentCents = eachFrequency(frequency => {
    const { loadPercent, count } = instalments[frequency]
    return roundCents((annualCents * (100 + loadPercent)) / (100 * count))
  })
  return { annualCents, instalmentCents }
}

/** The prices of `rate` without the components, for other options. `before` is the risk's `premiumBeforeOptions`. */
export function pricesWithOptions(before: number, risk: Risk, chosen: ChosenOptions, tariff: Tariff): Prices {
  const total = optionAmounts(risk, chosen, tariff).reduce((running, [, amount]) => running + amount, before)
  return pricesOf(total, levyCents(risk, tariff), tariff)
}

/** Rounds only the annual price. A cent that the rounded components leave over is its own component. */
export function rate(risk: Risk, tariff: Tariff): Rating {
  const totals = runningTotals(risk, tariff, fixedFactors(risk, tariff))
  const levy = levyCents(risk, tariff)
  const { percent } = tariff.gst
  const { annualCents, instalmentCents } = pricesOf(totals.at(-1)?.[1] ?? 0, levy, tariff)
  const gstCents = roundCents((annualCents * percent) / (100 + percent))

  let shown = 0
  const steps = totals.map(([code, runningCents]): PremiumComponent => {
    const amountCents = roundCents(runningCents) - shown
    shown += amountCents
    return { code, amountCents }
  })
  steps.push(
    { code: 'ROUNDING', amountCents: annualCents - gstCents - levy - shown },
    { code: 'FENZ_LEVY', amountCents: levy },
    { code: 'GST', amountCents: gstCents },
  )

  return {
    annualCents,
    instalmentCents,
    steps: steps.filter(step => step.amountCents !== 0),
    instalmentLoadingCents: eachFrequency(
      frequency => instalmentCents[frequency] * tariff.instalments[frequency].count - annualCents,
    ),
  }
}
