/** Derives a brand's colours from its main colour, and checks their contrast to the style sheet's neutral colours. */
import { readFileSync } from 'node:fs'
import type { Brand } from '#brands/brand.ts'

const parts = (hex: string): number[] =>
  [1, 3, 5].map(start => Number.parseInt(hex.slice(start, start + 2), 16))

/** @param share of the second colour, 0 to 1 */
function mix(one: string, other: string, share: number): string {
  const others = parts(other)
  const mixed = parts(one).map((part, index) => Math.round(part + ((others[index] ?? 0) - part) * share))
  return `#${mixed.map(part => part.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

/** Mixes a colour with black or white until it has the required contrast on every background. */
function readable(colour: string, grounds: readonly string[], towards: string, least: number): string {
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = mix(colour, towards, share)
    if (grounds.every(ground => contrastRatio(mixed, ground) >= least)) return mixed
  }
  return towards
}

/** @param colour the brand's main colour, '#245C2E' */
export function paletteFrom(colour: string, neutrals: NeutralColours): Pick<Brand, 'light' | 'dark'> {
  const [black, white] = ['#000000', '#FFFFFF']
  const lightTint = mix(colour, white, 0.9)
  const darkTint = mix(colour, neutrals.dark.surface.toUpperCase(), 0.8)
  const lightGrounds = [neutrals.light.bg, neutrals.light.surface, lightTint]
  const darkGrounds = [neutrals.dark.bg, neutrals.dark.surface, darkTint]
  const primary = readable(colour, [white, ...lightGrounds], black, 4.5)
  const darkPrimary = readable(mix(colour, white, 0.5), darkGrounds, white, 7)
  return {
    light: {
      primary,
      onPrimary: white,
      primaryHover: mix(primary, black, 0.2),
      link: primary,
      tint: lightTint,
      focus: readable('#7A3E00', lightGrounds, black, 3),
      accent: mix(colour, '#F2B705', 0.7),
    },
    dark: {
      primary: darkPrimary,
      onPrimary: mix(colour, black, 0.85),
      primaryHover: mix(darkPrimary, white, 0.25),
      link: darkPrimary,
      tint: darkTint,
      focus: readable('#A9C1FF', darkGrounds, white, 3),
      accent: mix(colour, '#F2B705', 0.7),
    },
  }
}

function colourOf(css: string, name: string): string {
  const [, colour] = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css) ?? []
  if (!colour) throw new Error(`web/styles/tokens.css has no --${name}`)
  return colour
}

/** The neutral colours of one scheme, on which a brand's colours are used. */
const neutralsOf = (css: string) => ({
  bg: colourOf(css, 'bg'),
  surface: colourOf(css, 'surface'),
  ink: colourOf(css, 'ink'),
})
type NeutralColours = Readonly<Record<ColourScheme, ReturnType<typeof neutralsOf>>>

export function readNeutralColours(): NeutralColours {
  const css = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = css.split('prefers-color-scheme: dark')
  return { light: neutralsOf(light), dark: neutralsOf(dark) }
}

type ColourScheme = 'light' | 'dark'

/** @param hex '#22315C' @returns relative luminance, 0 for black to 1 for white */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = parts(hex)
    .map(part => part / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** @returns 1 for equal colours to 21 for black on white */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Returns a sentence per colour pair below its minimum: 4.5 for text, 3 for focus outlines. */
export function contrastErrors(brand: Pick<Brand, ColourScheme>, neutrals: NeutralColours): string[] {
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
