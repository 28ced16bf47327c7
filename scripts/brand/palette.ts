/**
 * Derives a brand's colours from its main colour, with the required contrast to the neutral colours of the style
 * sheet.
 */
import { readFileSync } from 'node:fs'
import type { Brand } from '#brands/brand.ts'
import { type ColourScheme, contrastRatio, type NeutralColours } from '#brands/contrast.ts'

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
export function paletteFrom(
  colour: string,
  neutrals: Readonly<Record<ColourScheme, NeutralColours>>,
): Pick<Brand, 'light' | 'dark'> {
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

const neutralsOf = (css: string): NeutralColours => ({
  bg: colourOf(css, 'bg'),
  surface: colourOf(css, 'surface'),
  ink: colourOf(css, 'ink'),
})

/** The neutral colours of both schemes. */
export function readNeutralColours(): Readonly<Record<ColourScheme, NeutralColours>> {
  const css = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = css.split('prefers-color-scheme: dark')
  return { light: neutralsOf(light), dark: neutralsOf(dark) }
}
