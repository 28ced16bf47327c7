/**
 * How columns become values: int8 a number that is exact or an error, a date the text 'yyyy-mm-dd' (a JavaScript Date
 * would move a New Zealand day), numeric the text it is. Everything that reads the database relies on it.
 */
import pg from 'pg'

const { builtins } = pg.types
const [int8Array, textArray, dateArray] = [1016, 1009, 1182]

/** pg's own parsers but for int8 and date, given to a pool as `types`: the process-wide table stays untouched. */
export const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
  if (oid === builtins.INT8) return exactInteger
  if (oid === builtins.DATE) return asIs
  if (oid === dateArray) return pg.types.getTypeParser(textArray, 'text')
  if (oid === int8Array) return integers
  return pg.types.getTypeParser(oid, 'text')
}

const asIs = (text: string): string => text

function exactInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, too large to be exact.`)
  return value
}

function integers(text: string): (number | null)[] {
  const texts: (string | null)[] = pg.types.getTypeParser(textArray, 'text')(text)
  return texts.map(each => (each === null ? null : exactInteger(each)))
}
