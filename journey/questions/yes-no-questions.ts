/** The only list of yes/no questions (indicators): the step that asks each, and the decline reason of a YES. */

type About = 'car' | 'drivers'
export type YesNo = 'YES' | 'NO'

interface IndicatorRule {
  /** Step 1 asks the questions about the car, step 2 the ones about the drivers. */
  readonly about: About
  /** The decline reason of a YES; null when both answers are insured. */
  readonly declines: string | null
}

export const indicators = {
  businessUse: { about: 'car', declines: 'BUSINESS_USE' },
  modification: { about: 'car', declines: 'MODIFIED' },
  criminalRecord: { about: 'drivers', declines: 'CRIMINAL_RECORD' },
} as const satisfies Record<string, IndicatorRule>

type Table = typeof indicators
export type IndicatorName = keyof Table
export type IndicatorNameAbout<A extends About> = {
  [N in IndicatorName]: Table[N]['about'] extends A ? N : never
}[IndicatorName]
export type DecliningIndicator<A extends About> = {
  [N in IndicatorNameAbout<A>]: Table[N]['declines'] extends string ? N : never
}[IndicatorNameAbout<A>]
export type IndicatorsAbout<A extends About, T = string> = Readonly<Record<IndicatorNameAbout<A>, T>>
/** The questions without a decline reason. */
export type NonDecliningIndicator = {
  [N in IndicatorName]: Table[N]['declines'] extends null ? N : never
}[IndicatorName]
export type IndicatorDeclineReason = Exclude<Table[IndicatorName]['declines'], null>

export type Indicators = Readonly<Record<IndicatorName, boolean>>

export const indicatorNames = Object.keys(indicators) as readonly IndicatorName[]

export const indicatorNamesAbout = <A extends About>(about: A) =>
  indicatorNames.filter((name): name is IndicatorNameAbout<A> => indicators[name].about === about)

const valuesOf = <N extends IndicatorName, T>(names: readonly N[], read: (name: N) => T) =>
  Object.fromEntries(names.map(name => [name, read(name)])) as Record<N, T>

export const mapIndicators = <T>(read: (name: IndicatorName) => T) => valuesOf(indicatorNames, read)

export const mapIndicatorsAbout = <A extends About, T>(about: A, read: (name: IndicatorNameAbout<A>) => T) =>
  valuesOf(indicatorNamesAbout(about), read)

/** The yes/no answers of an object that also has other fields. */
export const pickIndicators = (answers: Indicators): Indicators => mapIndicators(name => answers[name])

/** The form strings of the answers about the car or the drivers; '' for a missing answer. */
export const toIndicatorForm = <A extends About>(
  about: A,
  answers: Partial<Record<IndicatorName, string>> = {},
): IndicatorsAbout<A> => mapIndicatorsAbout(about, name => answers[name] ?? '')

export const yesNoError = (text: string) => (text === 'YES' || text === 'NO' ? null : 'YES_NO_REQUIRED')

export const decliningAnswers = <A extends About>(about: A, texts: IndicatorsAbout<A>) =>
  indicatorNamesAbout(about).filter(
    (name): name is DecliningIndicator<A> => indicators[name].declines !== null && texts[name] === 'YES',
  )

export const toYesNo = (answers: Indicators): Record<IndicatorName, YesNo> =>
  mapIndicators(name => (answers[name] ? 'YES' : 'NO'))

/** Parses YES and NO; any other text counts as no answer. */
export const fromYesNo = (texts: Partial<Record<IndicatorName, string | undefined>>): Partial<Indicators> =>
  valuesOf(
    indicatorNames.filter(name => texts[name] === 'YES' || texts[name] === 'NO'),
    name => texts[name] === 'YES',
  )

/** False while an answer is missing; a missing answer is not a NO. */
export const hasAllIndicators = (answers: Partial<Indicators>): answers is Indicators =>
  indicatorNames.every(name => name in answers)
