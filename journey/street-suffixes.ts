/**
 * Street suffixes such as North and East, which follow a street's name and type, and their codes in
 * addresses. Source: the customer's street_suffixes.csv.
 */
const names: ReadonlyMap<string, string> = new Map([
  ['N', 'North'],
  ['S', 'South'],
  ['E', 'East'],
  ['W', 'West'],
  ['NE', 'North East'],
  ['NW', 'North West'],
  ['SE', 'South East'],
  ['SW', 'South West'],
  ['UP', 'Upper'],
  ['LR', 'Lower'],
  ['CN', 'Central'],
  ['EX', 'Extension'],
])

const codes: ReadonlyMap<string, string> = new Map(
  [...names].map(([code, name]) => [name.toLowerCase(), code]),
)

/** 'East' → 'E'; '' for anything that is no suffix. */
export const suffixCode = (name: string): string => codes.get(name.toLowerCase()) ?? ''

/** 'E' → 'East'; '' for anything that is no code. */
export const suffixName = (code: string): string => names.get(code) ?? ''
