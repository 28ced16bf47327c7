/** Reads all brand folders, and finds the brand of a host or of a stored key for the server. */
import { readdirSync, readFileSync } from 'node:fs'
import { type Brand, brandSchema, ownBrandKey } from './brand.ts'

/** An error in a brand's folder; its message is for the developer or operator who starts the server. */
export class BrandError extends Error {
  override name = 'BrandError'
}

function fileOf(folder: URL, path: string): string {
  try {
    return readFileSync(new URL(path, folder), 'utf8').trim()
  } catch {
    throw new BrandError(
      `brands/${path} is missing: a brand is a folder with brand.json, logo.svg and horizon.svg.`,
    )
  }
}

function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BrandError(`brands/${path} is not JSON.`)
  }
}

/** Reads every brand folder. Throws with the file's name when a file is invalid or two brands claim a host. */
export function readBrands(folder: URL = new URL('.', import.meta.url)): ReadonlyMap<string, Brand> {
  const brands = new Map<string, Brand>()
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const path = `${entry.name}/brand.json`
    const parsed = brandSchema.safeParse(jsonOf(fileOf(folder, path), path))
    if (!parsed.success)
      throw new BrandError(
        `brands/${path}: ${parsed.error.issues.map(one => `${one.path.join('.')}: ${one.message}`).join('; ')}`,
      )
    if (parsed.data.key !== entry.name) throw new BrandError(`brands/${path}: key must be the folder's name`)
    brands.set(entry.name, {
      ...parsed.data,
      logoSvg: fileOf(folder, `${entry.name}/logo.svg`),
      horizonSvg: fileOf(folder, `${entry.name}/horizon.svg`),
    })
  }
  const hosts = [...brands.values()].flatMap(brand => brand.hosts)
  const twice = hosts.find((host, index) => hosts.indexOf(host) !== index)
  if (twice) throw new BrandError(`brands: two brands claim the host ${twice}`)
  if (!brands.has(ownBrandKey))
    throw new BrandError(`brands: the provider's folder ${ownBrandKey} is missing`)
  return brands
}

/** Normalises a Host header as brands list hosts: lower case, without port and trailing dot. */
export const normalizedHost = (hostHeader: string): string =>
  hostHeader.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

/** The brand of a Host header. Unless `strict` (production), `KEY.localhost` is that brand and other hosts are the provider's. */
export function brandOfHost(
  brands: ReadonlyMap<string, Brand>,
  hostHeader: string,
  strict: boolean,
): Brand | null {
  const host = normalizedHost(hostHeader)
  for (const brand of brands.values()) {
    if (brand.hosts.includes(host)) return brand
    if (!strict && host === `${brand.key}.localhost`) return brand
  }
  return strict ? null : (brands.get(ownBrandKey) ?? null)
}

export function requireBrand(brands: ReadonlyMap<string, Brand>, key: string): Brand {
  const brand = brands.get(key)
  if (!brand) throw new Error(`the brand ${key} no longer exists`)
  return brand
}
