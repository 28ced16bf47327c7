/**
 * Parsers of the values that pg returns. int8 becomes a number, or an error if it is not exact; a date stays the text
 * 'yyyy-mm-dd', because a JavaScript Date would shift a New Zealand day.
 */
import pg from 'pg'

const { builtins } = pg.types
const [int8Array, textArray, dateArray] = [1016, 1009, 1182]

/** Given to a pool as `types`, so that pg's process-wide parsers stay as they are. */
export const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
  if (oid === builtins.INT8) return exactInteger
  if (oid === builtins.DATE) return (text: string) => text
  if (oid === dateArray) return pg.types.getTypeParser(textArray, 'text')
  if (oid === int8Array) return exactIntegers
  return pg.types.getTypeParser(oid, 'text')
}

function exactInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, too large to be exact.`)
  return value
}

function exactIntegers(text: string): (number | null)[] {
  const texts: (string | null)[] = pg.types.getTypeParser(textArray, 'text')(text)
  return texts.map(each => (each === null ? null : exactInteger(each)))
}
