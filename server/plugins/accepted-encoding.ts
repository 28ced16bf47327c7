/**
 * Parser of Accept-Encoding that chooses Brotli, gzip or neither for a page; `q=0` excludes an encoding
 * (RFC 9110, 12.5.3).
 */

const ours = ['br', 'gzip'] as const
export type Encoding = (typeof ours)[number]

function weightOf(parameters: readonly string[]): number {
  const weight = parameters.map(text => /^q=([\d.]+)$/.exec(text.trim())?.[1]).find(Boolean)
  return weight === undefined ? 1 : Number(weight)
}

/** The preferred encoding, or the smaller result if equal; null if neither is accepted. */
export function acceptedEncoding(header: string): Encoding | null {
  const weights = new Map(
    header.split(',').map(item => {
      const [name = '', ...parameters] = item.toLowerCase().split(';')
      return [name.trim(), weightOf(parameters)] as const
    }),
  )
  const liked = (encoding: Encoding): number => weights.get(encoding) ?? weights.get('*') ?? 0
  const [best] = ours.toSorted((one, other) => liked(other) - liked(one))
  return best && liked(best) > 0 ? best : null
}
