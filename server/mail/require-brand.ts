/** Finds the brand of the quote or policy that a mail is about. */
import type { Brand } from '#brands/brand.ts'
import type { Dependencies } from '#server/lib/dependencies.ts'

export function requireBrand({ brands }: Dependencies, brandKey: string): Brand {
  const brand = brands.get(brandKey)
  if (!brand) throw new Error('the quote belongs to a brand that no longer exists')
  return brand
}
