/** All brands, read from their folders once, and the one rule that tells which of them a host belongs to (SHELL-03). */
import { readdirSync, readFileSync } from 'node:fs'
import { type Brand, brandSchema } from './brand.ts'

/** The provider's own brand: for localhost, bare addresses and, where no hosts are configured, any host. */
export const providerKey = 'openroad'

/** Reads every brand folder; throws with the file's name when one is not whole or two brands claim a host. */
export function readBrands(folder: URL = new URL('.', import.meta.url)): ReadonlyMap<string, Brand> {
  const brands = new Map<string, Brand>()
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const file = new URL(`${entry.name}/brand.json`, folder)
    const parsed = brandSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    if (!parsed.success)
      throw new Error(
        `brands/${entry.name}/brand.json: ${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`,
      )
    if (parsed.data.key !== entry.name)
      throw new Error(`brands/${entry.name}/brand.json: key must be the folder's name`)
    brands.set(entry.name, {
      ...parsed.data,
      logoSvg: readFileSync(new URL(`${entry.name}/logo.svg`, folder), 'utf8').trim(),
      horizonSvg: readFileSync(new URL(`${entry.name}/horizon.svg`, folder), 'utf8').trim(),
    })
  }
  const hosts = [...brands.values()].flatMap(brand => brand.hosts)
  const twice = hosts.find((host, index) => hosts.indexOf(host) !== index)
  if (twice) throw new Error(`brands: two brands claim the host ${twice}`)
  if (!brands.has(providerKey)) throw new Error(`brands: the provider's folder ${providerKey} is missing`)
  return brands
}

/**
 * The brand of a Host header, port apart; null for a host nobody serves. With `strict` (production with hosts
 * configured) only the listed hosts count; else every unknown host shows the provider.
 */
export function brandOfHost(
  brands: ReadonlyMap<string, Brand>,
  hostHeader: string,
  strict: boolean,
): Brand | null {
  const host = hostHeader.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  for (const brand of brands.values()) {
    if (brand.hosts.includes(host)) return brand
    if (!strict && host === `${brand.key}.localhost`) return brand
  }
  return strict ? null : (brands.get(providerKey) ?? null)
}
