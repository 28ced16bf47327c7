/** Checks all brand folders (colours, logo, unique names and contacts), for `npm run brand -- check`. */
import type { Brand } from '#brands/brand.ts'
import { readBrands } from '#brands/index.ts'
import { validateLogo } from '#brands/parse-logo.ts'
import { isProductionHost } from '#contract/production-host.ts'
import { contrastErrors, readNeutralColours } from './palette.ts'

/** The fields that must be unique to a brand: its identity and its contacts. */
const distinct = [
  'name',
  'tagline',
  'supportPhone',
  'vehicleNotFoundPhone',
  'supportEmail',
  'privacyUrl',
  'termsUrl',
  'mechanicalBreakdown',
  'utm',
  'logoSvg',
  'horizonSvg',
] as const

function sharedParts(brand: Brand, others: readonly Brand[]): string[] {
  return distinct.flatMap(part => {
    const same = others.find(
      other => brand[part] !== null && JSON.stringify(other[part]) === JSON.stringify(brand[part]),
    )
    return same ? [`${part} is the same as that of ${same.key}`] : []
  })
}

/** A container that is named for a host on which it never loads. */
const tagManagerErrors = ({ tagManager, hosts }: Brand): string[] =>
  tagManager === null
    ? []
    : hosts
        .filter(host => !isProductionHost(host))
        .map(
          host => `tagManager is never loaded at ${host}: by its name it is a trial site (docs/analytics.md)`,
        )

/** Checks the header's drawing: its size, and that it has no script or link. */
function horizonError(svg: string): string | null {
  if (!svg.includes('viewBox="0 0 1280 72"')) return 'horizon.svg must have viewBox="0 0 1280 72"'
  return /<script|href=|\son\w+=/i.test(svg) ? 'horizon.svg must hold shapes only' : null
}

/**
 * @param folder the folder of all brands
 * @returns a list of error sentences per brand; throws BrandError if a folder cannot be read
 */
export function checkBrands(folder?: URL): ReadonlyMap<string, readonly string[]> {
  const brands = [...readBrands(folder).values()]
  const neutrals = readNeutralColours()
  return new Map(
    brands.map(brand => {
      const logo = validateLogo(brand.logoSvg)
      const horizon = horizonError(brand.horizonSvg)
      return [
        brand.key,
        [
          ...(brand.hosts.length === 0 ? ['hosts is empty: no visitor reaches the brand in production'] : []),
          ...(logo ? [`logo.svg cannot be drawn in documents: ${logo}`] : []),
          ...(horizon ? [horizon] : []),
          ...contrastErrors(brand, neutrals),
          ...tagManagerErrors(brand),
          ...sharedParts(
            brand,
            brands.filter(other => other !== brand),
          ),
        ],
      ]
    }),
  )
}
