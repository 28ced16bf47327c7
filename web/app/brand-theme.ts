/** A brand's CSS custom properties and SVG drawings, which entry-server.tsx writes into every page. */
import type { Brand } from '#brands/brand.ts'
import illustrations from '#web/styles/illustrations.svg?raw'

const property = (name: string): string => `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

/** Must come before any rule: the build may reorder the files and then drops this line from base.css. */
const layers = '@layer base,form,frame,screens,overrides;'

/** Header band: the brand's name on its deep colour, and the horizon in shades of that colour. */
const band =
  '--sky:var(--deep);--on-sky:var(--on-deep);--quiet-on-sky:var(--on-deep);--far:color-mix(in oklab,var(--on-deep) 30%,var(--deep));--ridge:color-mix(in oklab,var(--on-deep) 14%,var(--deep));--sail:var(--on-deep);'

/** On a coloured band the logo swaps its two colours; in dark mode it is already the lighter one. */
const markOnBand =
  '@media screen and (prefers-color-scheme:light){.header-mark{--primary:var(--on-sky);--on-primary:var(--sky)}}'

export function themeCss({ theme, light, dark }: Brand): string {
  const declarations = (palette: Readonly<Record<string, string>>) =>
    Object.entries(palette)
      .map(([name, colour]) => `${property(name)}:${colour}`)
      .join(';')
  const corners = Object.entries(theme.corners).map(([name, pixels]) => `--radius-${name}:${pixels}px;`)
  const isBand = theme.header === 'band'
  const character = `--heading-weight:${theme.headingWeight};${corners.join('')}${isBand ? band : ''}`
  return `${layers}:root{${declarations(light)};${character}}${isBand ? markOnBand : ''}@media screen and (prefers-color-scheme:dark){:root{${declarations(dark)}}}`
}

const symbol = (id: string, svg: string): string => {
  const viewBox = /viewBox="([^"]+)"/.exec(svg)?.[1] ?? '0 0 40 40'
  // Crops the drawing to its box instead of shrinking it: a horizon fills its line at every width.
  return `<symbol id="${id}" viewBox="${viewBox}" preserveAspectRatio="xMidYMax slice">${innerOf(svg)}</symbol>`
}

const innerOf = (svg: string): string => svg.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '')

/**
 * All drawings, outside React's root: their colours follow the colour scheme, no script writes markup, and no
 * script file contains them.
 */
export const svgSprite = (brand: Brand): string =>
  `<svg hidden aria-hidden="true">${symbol('brand-logo', brand.logoSvg)}${symbol('brand-horizon', brand.horizonSvg)}${innerOf(illustrations).trim()}</svg>`
