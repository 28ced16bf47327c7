/** Computes the contrast of a brand's colours as WCAG 2.2 defines it, for the brand check and the tests. */
import type { Brand } from './brand.ts'

/** The neutral colours of one scheme (web/styles/tokens.css) on which a brand's colours are used. */
export interface NeutralColours {
  readonly bg: string
  readonly surface: string
  readonly ink: string
}

export type ColourScheme = 'light' | 'dark'

/** @param hex '#22315C' @returns relative luminance, 0 for black to 1 for white */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(start => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** @returns 1 for equal colours to 21 for black on white */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns a sentence per colour pair below its minimum: 4.5 for text, 3 for focus outlines. */
export function contrastErrors(
  brand: Pick<Brand, ColourScheme>,
  neutrals: Readonly<Record<ColourScheme, NeutralColours>>,
): string[] {
  return (['light', 'dark'] as const).flatMap(scheme => {
    const { primary, primaryHover, onPrimary, link, focus, tint } = brand[scheme]
    const { bg, surface, ink } = neutrals[scheme]
    const grounds = [bg, surface, tint]
    const pairs = [
      { name: 'onPrimary', colour: onPrimary, grounds: [primary, primaryHover], least: 4.5 },
      { name: 'link', colour: link, grounds, least: 4.5 },
      { name: 'ink', colour: ink, grounds: [tint], least: 4.5 },
      { name: 'focus', colour: focus, grounds, least: 3 },
    ]
    return pairs.flatMap(({ name, colour, grounds: behind, least }) =>
      behind
        .filter(ground => contrastRatio(colour, ground) < least)
        .map(
          ground =>
            `${scheme}.${name} ${colour} on ${ground} has a contrast of ${contrastRatio(colour, ground).toFixed(2)}, below ${least}`,
        ),
    )
  })
}
