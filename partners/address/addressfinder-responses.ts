/**
 * The response schemas of Addressfinder's New Zealand API, and the conversion of a response to an address.
 */
import { z } from 'zod'
import { type Address, isAddressId } from '#journey/address.ts'
import { suffixCode } from '#journey/address-words.ts'
import { toSingleLine } from '#partners/http.ts'

const words = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform(text => toSingleLine(text ?? ''))

export const completions = z.object({
  success: z.literal(true),
  completions: z.array(z.object({ a: z.string().min(1).transform(toSingleLine), pxid: z.string().min(1) })),
})

/** Any response about an address, or error 1011: the id no longer exists. Other errors do not match. */
export const metadataResponse = z.union([
  z.looseObject({ success: z.literal(true) }),
  z.object({ success: z.literal(false), error_code: z.literal(['1011', 1011]) }),
])

export const metadata = z.object({
  success: z.literal(true),
  pxid: z.string().min(1).refine(isAddressId),
  postcode: z.string().regex(/^\d{4}$/),
  suburb: words,
  city: words,
  mailtown: words,
  address_line_1: z
    .string()
    .transform(toSingleLine)
    .refine(line => line !== ''),
  /** The street, if the first line is a unit or floor. */
  address_line_2: words,
  /** The whole postal address; for rural addresses its town differs. */
  postal: words,
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

/** Length limits of our own calls, repeated from contract/schemas/common.ts, which partners may not import. */
const maximumPlaceLength = 100
const maximumLineLength = 200

/** True if the line fits our request limits. */
export const fitsLineLimit = (line: string): boolean => line !== '' && line.length <= maximumLineLength

/** True if the address fits our response limits: a truncated address would be a different address. */
export function fitsResponseLimits({
  suburb,
  city,
  addressInBrokenDownForm,
  addressInFreeForm,
}: Address): boolean {
  const parts = [...Object.values(addressInBrokenDownForm), ...Object.values(addressInFreeForm)]
  return (
    [suburb, city].every(place => place.length <= maximumPlaceLength) &&
    parts.every(part => part.length <= maximumLineLength)
  )
}

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

export function toAddress(found: z.output<typeof metadata>): Address {
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
    addressInFreeForm: {
      addressLine1: [found.address_line_1, found.address_line_2].filter(Boolean).join(', '),
      addressLine2: suburb === city ? '' : suburb,
    },
  }
}
