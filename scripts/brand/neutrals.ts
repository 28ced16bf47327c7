/** Reads the neutral colours of both schemes from the style sheet, for the brand check. */
import { readFileSync } from 'node:fs'
import type { Neutrals, Scheme } from '#brands/contrast.ts'

function colourOf(css: string, name: string): string {
  const [, colour] = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css) ?? []
  if (!colour) throw new Error(`web/styles/tokens.css has no --${name}`)
  return colour
}

const neutralsOf = (css: string): Neutrals => ({
  bg: colourOf(css, 'bg'),
  surface: colourOf(css, 'surface'),
  ink: colourOf(css, 'ink'),
})

export function readNeutrals(): Readonly<Record<Scheme, Neutrals>> {
  const css = readFileSync(new URL('../../web/styles/tokens.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = css.split('prefers-color-scheme: dark')
  return { light: neutralsOf(light), dark: neutralsOf(dark) }
}
