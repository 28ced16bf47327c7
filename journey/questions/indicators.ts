/**
 * The yes/no answers about the whole quote, as one table. The forms, requests, stored rows, decline rules, insurers
 * and the data report list their names from it.
 */

interface IndicatorRule {
  /** Step 1 asks what is about the car, step 2 what is about the drivers. */
  readonly about: 'car' | 'drivers'
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
type NamesAbout<About> = { [N in IndicatorName]: Table[N]['about'] extends About ? N : never }[IndicatorName]
export type CarIndicator = NamesAbout<'car'>
export type DriverIndicator = NamesAbout<'drivers'>
export type IndicatorDecline = Exclude<Table[IndicatorName]['declines'], null>

/** In the order of the table. */
export const indicatorNames = Object.keys(indicators) as readonly IndicatorName[]

/** The answers; true is YES. */
export type Indicators = Readonly<Record<IndicatorName, boolean>>
type YesNo = 'YES' | 'NO'

/** One value for each name. */
export const mapIndicators = <T>(read: (name: IndicatorName) => T): Record<IndicatorName, T> =>
  Object.fromEntries(indicatorNames.map(name => [name, read(name)])) as Record<IndicatorName, T>

/** The answers as forms and requests hold them. */
export const toYesNo = (answers: Indicators): Record<IndicatorName, YesNo> =>
  mapIndicators(name => (answers[name] ? 'YES' : 'NO'))

/** The texts of a form for the answers about the car or the drivers; '' for an answer that is missing. */
export const indicatorTexts = <About extends 'car' | 'drivers'>(
  about: About,
  answers: Partial<Record<IndicatorName, string>> = {},
): Record<NamesAbout<About>, string> =>
  Object.fromEntries(
    indicatorNames.filter(name => indicators[name].about === about).map(name => [name, answers[name] ?? '']),
  ) as Record<NamesAbout<About>, string>

/** The answers that are given; a text that is neither YES nor NO is not an answer. */
export const fromYesNo = (texts: Partial<Record<IndicatorName, string | undefined>>): Partial<Indicators> =>
  Object.fromEntries(
    indicatorNames.flatMap(name => {
      const text = texts[name]
      return text === 'YES' || text === 'NO' ? [[name, text === 'YES']] : []
    }),
  )

/** Null while an answer is missing: that is not a NO. */
export const completeIndicators = (answers: Partial<Indicators>): Indicators | null =>
  indicatorNames.every(name => answers[name] !== undefined)
    ? mapIndicators(name => answers[name] === true)
    : null
