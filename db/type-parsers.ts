/**
 * Column parsers: int8 is an exact number or an error, a date is the text 'yyyy-mm-dd' (a JavaScript Date
 * would shift a New Zealand day), numeric is its text. Every database read uses them.
 */
import pg from 'pg'

const { builtins } = pg.types
const [int8Array, textArray, dateArray] = [1016, 1009, 1182]

/** pg's own parsers but for int8, date and, for the time it takes, timestamptz; given to a pool as `types`: the process-wide table stays untouched. */
export const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
  if (oid === builtins.INT8) return exactInteger
  if (oid === builtins.DATE) return asIs
  if (oid === builtins.TIMESTAMPTZ) return moment
  if (oid === dateArray) return pg.types.getTypeParser(textArray, 'text')
  if (oid === int8Array) return integers
  return pg.types.getTypeParser(oid, 'text')
}

const asIs = (text: string): string => text

const readMoment: (text: string) => Date = pg.types.getTypeParser(builtins.TIMESTAMPTZ, 'text')

/**
 * A moment as a server writes it that keeps UTC, '2026-11-21 09:30:00.123456+00' with less of a fraction or none, read letter
 * by letter. Everything else pg reads: its patterns take several times as long, and a row has half a dozen of these.
 */
function moment(text: string): Date {
  const end = text.length - '+00'.length
  const isUsual =
    text.endsWith('+00') &&
    (end === 19 || (end > 20 && text[19] === '.')) &&
    text[4] === '-' &&
    text[7] === '-' &&
    text[10] === ' ' &&
    text[13] === ':' &&
    text[16] === ':'
  const year = isUsual ? digits(text, 0, 4) : 0
  // Date.UTC takes the years before for those of the twentieth century.
  if (year < 100) return readMoment(text)
  return new Date(
    Date.UTC(
      year,
      digits(text, 5, 7) - 1,
      digits(text, 8, 10),
      digits(text, 11, 13),
      digits(text, 14, 16),
      digits(text, 17, 19),
      digits(text, 20, Math.min(end, 23)) * (end === 21 ? 100 : end === 22 ? 10 : 1),
    ),
  )
}

function digits(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at += 1) number = number * 10 + text.charCodeAt(at) - 48
  return number
}

function exactInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, too large to be exact.`)
  return value
}

function integers(text: string): (number | null)[] {
  const texts: (string | null)[] = pg.types.getTypeParser(textArray, 'text')(text)
  return texts.map(each => (each === null ? null : exactInteger(each)))
}
