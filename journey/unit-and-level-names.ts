/** The words and abbreviations that people write for a unit or a level in front of a street number. */

/** The customer's unit_types.csv, and what else people write; the alternatives of a regular expression. */
export const unitNamePattern = [
  'apartment|apartm|apartmt|aptmt|appt|apt|ap|unit|unt|un|u|flat|flt|f|villa|vlla|vla|townhouse|town house|tnhs|twnhse',
  'house|hse|cottage|ctge|cott|studio|std|stu|penthouse|pthse|pths|duplex|dup|maisonette|msnt|room|rm|block|blck|blk',
  'suite|ste|se|shop|shp|store|office|offc|ofc|off|kiosk|ksk|stall|stll|site|shed|ward|workshop|wksh|carpark|car park',
  'carp|lot|building|bldg|tenancy|tncy|factory|fcty|warehouse|whse|garage|gge|cabin|chalet|sleepout|bach|dwelling',
].join('|')

/** Units that need no number of their own: 'Penthouse, 12 Queen Street', 'Penthouse 12 Queen Street'. */
export const unnumberedUnitPattern = unitNamePattern
  .split('|')
  .filter(name => name.length > 4 || ['flat', 'unit', 'shop', 'shed'].includes(name))
  .join('|')

/** Levels that need no number, by their codes (level_types.csv). */
const unnumberedLevels = {
  LG: 'lower ground floor|lower ground level|lower ground',
  UG: 'upper ground floor|upper ground level|upper ground',
  G: 'ground floor|ground level|ground flr|grnd floor|grd floor|gnd floor|g floor|g/f|gf|ground',
  B: 'basement floor|basement level|basement|bsmt',
  M: 'mezzanine floor|mezzanine level|mezzanine|mezz',
  P: 'podium level|podium',
  RT: 'rooftop|roof top|roof',
  OD: 'observation deck',
}
export const unnumberedLevelPattern = Object.values(unnumberedLevels).join('|')

const codeOf: ReadonlyMap<string, string> = new Map(
  Object.entries(unnumberedLevels).flatMap(([code, names]) =>
    names.split('|').map(name => [name, code] as const),
  ),
)

/** 'ground floor' → 'G' */
export const unnumberedLevelCode = (name: string): string => codeOf.get(name) ?? ''

/** 'G' → 'ground floor' and its other names; 'B1' → those of a basement, and its number; no names for '5'. */
export function namesOfLevel(level: string): { readonly names: readonly string[]; readonly number: string } {
  const [, code = '', number = ''] = /^([A-Z]+)(\d*)$/.exec(level) ?? []
  return { names: [...codeOf.keys()].filter(name => codeOf.get(name) === code), number }
}
