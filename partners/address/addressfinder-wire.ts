/** What Addressfinder's New Zealand API answers with, as far as we read it, and an address made of it. */
import { z } from 'zod'
import type { Address } from '#journey/address.ts'
import { suffixCode } from '#journey/street-suffixes.ts'

const words = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform(text => text?.trim() ?? '')

export const completions = z.object({
  success: z.literal(true),
  completions: z.array(z.object({ a: z.string().min(1), pxid: z.string().min(1) })),
})

/** Whatever it says of an address, unless it refuses to say anything. */
export const metadataReply = z.looseObject({ success: z.literal(true) })

export const metadata = z.object({
  success: z.literal(true),
  pxid: z.string().min(1),
  postcode: z.string().regex(/^\d{4}$/),
  suburb: words,
  city: words,
  mailtown: words,
  address_line_1: z.string().min(1),
  building_name: words,
  floor: words,
  unit_type: words,
  unit_identifier: words,
  number: words,
  alpha: words,
  street: words,
  street_name: words,
  street_type: words,
})

function suffixCodeOf(street: string, name: string, type: string): string {
  const rest = street.toLowerCase().replace(`${name} ${type}`.trim().toLowerCase(), '').trim()
  return suffixCode(rest)
}

/** 'Level 5' → ['Level', '5']; 'Ground Floor' has no number. */
function floorParts(floor: string): [type: string, number: string] {
  const words = floor.split(/\s+/)
  const number = words.at(-1) ?? ''
  if (words.length < 2 || !/^\w+$/.test(number) || !/\d/.test(number)) return [floor, '']
  return [words.slice(0, -1).join(' '), number]
}

export function addressOf(found: z.output<typeof metadata>): Address {
  const [levelType, levelNumber] = floorParts(found.floor)
  const city = found.city || found.mailtown
  const suburb = found.suburb || city
  return {
    addressId: found.pxid,
    postcode: found.postcode,
    suburb,
    city,
    signature: '',
    addressInBrokenDownForm: {
      buildingName: found.building_name,
      levelNumber,
      levelType,
      streetName: found.street_name,
      streetNumber: `${found.number}${found.alpha}`,
      streetSuffixCode: suffixCodeOf(found.street, found.street_name, found.street_type),
      streetType: found.street_type,
      unitNumber: found.unit_identifier,
      unitType: found.unit_type,
    },
    addressInFreeForm: { addressLine1: found.address_line_1, addressLine2: suburb === city ? '' : suburb },
  }
}
