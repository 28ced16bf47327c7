/**
 * The address adapter for Addressfinder (New Zealand API). The server makes the calls, so browsers never see
 * the key and Addressfinder never sees customers.
 */
import { z } from 'zod'
import { type Address, isAddressId, maximumLineLength, maximumPlaceLength } from '#journey/address.ts'
import { streetSuffixCode } from '#journey/address-words.ts'
import { secondSearchText } from '#journey/typed-address.ts'
import type { FailureCode } from '#partners/failure-codes.ts'
import { callPartner, failureCodeOf, toSingleLine } from '#partners/http.ts'
import { type AddressCandidate, matchAddresses, startsWithAddressLine } from './match-addresses.ts'
import type { AddressResult, AddressSearch, AddressService, AddressSuggestion } from './port.ts'

export interface AddressfinderOptions {
  /** 'https://api.addressfinder.io' */
  readonly url: string
  readonly key: string
  readonly secret: string
  readonly timeoutMs?: number
}

const maximumLines = 8

export function addressfinder(options: AddressfinderOptions): AddressService {
  async function ask<T extends z.ZodType>(
    call: string,
    query: Record<string, string>,
    shape: T,
  ): Promise<z.output<T>> {
    const search = new URLSearchParams({ key: options.key, format: 'json', ...query })
    const response = await callPartner({
      url: `${options.url}/api/nz/address/${call}/?${search}`,
      headers: { authorization: options.secret, accept: 'application/json' },
      timeoutMs: options.timeoutMs ?? 5_000,
    })
    const read = shape.safeParse(response.status === 200 ? response.json : null)
    if (!read.success) throw new ServiceError(failureCodeOf(response), response.status)
    return read.data
  }

  const complete = async (typed: string): Promise<AddressSuggestion[]> => {
    const query = { q: typed, strict: '2', max: String(maximumLines) }
    const response = await ask('autocomplete', query, completions)
    return response.completions.slice(0, maximumLines).map(({ a, pxid }) => ({ addressId: pxid, text: a }))
  }

  /** The address of a completion; null if it no longer exists, has no postcode, or exceeds our limits. */
  async function fetchAddress(pxid: string): Promise<AddressCandidate | ServiceError | null> {
    const response = await ask('metadata', { pxid }, metadataResponse).catch(
      recoverServiceError(error => error),
    )
    if (response instanceof ServiceError) return response.status === 404 ? null : response
    const read = metadata.safeParse(response)
    if (!read.success) return null
    const address = toAddress(read.data)
    return fitsResponseLimits(address) ? { address, postal: read.data.postal } : null
  }

  /** Searches a second time, with the normalised text, if the first search found nothing. */
  async function searchTwice<Found extends readonly unknown[]>(
    typed: string,
    search: (text: string) => Promise<Found>,
  ): Promise<Found> {
    const found = await search(typed)
    const secondText = secondSearchText(typed)
    return found.length === 0 && secondText !== '' ? search(secondText) : found
  }

  const suggest = async (typed: string): Promise<AddressSuggestion[]> => {
    const lines = await searchTwice(typed, complete)
    // Within our request limits.
    return lines.filter(({ text }) => text !== '' && text.length <= maximumLineLength)
  }

  async function findMatches(typed: string, search: AddressSearch): Promise<readonly Address[]> {
    const lines = await complete(typed)
    const ids = [...new Set(lines.map(({ addressId }) => addressId))]
    const fetched = new Map(await Promise.all(ids.map(async id => [id, await fetchAddress(id)] as const)))
    const results = [...fetched.values()]
    if (results.length > 0 && results.every(one => one === null)) throw new ServiceError('not understood')
    const candidates = results.flatMap(one => (one === null || one instanceof ServiceError ? [] : [one]))
    const { addresses, isExact } = matchAddresses(candidates, search)
    // With an exact match, a failed look-up does not matter unless its line could be the same address in
    // another town.
    const failure = lines
      .filter(({ text }) => !isExact || addresses.some(address => startsWithAddressLine(text, address)))
      .map(({ addressId }) => fetched.get(addressId))
      .find(one => one instanceof ServiceError)
    if (failure) throw failure
    return addresses
  }

  async function find(search: AddressSearch): Promise<AddressResult> {
    if (search.line.trim() === '') return { outcome: 'found', addresses: [] }
    const typed = [search.line, search.suburb, search.postcode].filter(Boolean).join(' ')
    const addresses = await searchTwice(typed, text => findMatches(text, search))
    return { outcome: 'found', addresses }
  }

  return {
    // Failed suggestions are an empty list: the customer can go on typing or enter the address by hand.
    suggest: typed =>
      typed.trim() === '' ? Promise.resolve([]) : suggest(typed).catch(recoverServiceError(() => [])),
    find: search =>
      find(search).catch(recoverServiceError(({ code }) => ({ outcome: 'failed', reason: code }))),
  }
}

class ServiceError extends Error {
  readonly code: FailureCode
  readonly status: number

  constructor(code: FailureCode, status = 200) {
    super(code)
    this.code = code
    this.status = status
  }
}

/** For `catch`: the result of a ServiceError; rethrows any other error. */
const recoverServiceError =
  <T>(result: (error: ServiceError) => T) =>
  (error: unknown): T => {
    if (error instanceof ServiceError) return result(error)
    throw error
  }

const words = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform(text => toSingleLine(text ?? ''))

const completions = z.object({
  success: z.literal(true),
  completions: z.array(z.object({ a: z.string().min(1).transform(toSingleLine), pxid: z.string().min(1) })),
})

/** Any response about an address, or error 1011: the id no longer exists. Other errors do not match. */
const metadataResponse = z.union([
  z.looseObject({ success: z.literal(true) }),
  z.object({ success: z.literal(false), error_code: z.literal(['1011', 1011]) }),
])

const metadata = z.object({
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
  /** In lower case: 'street'. Addresses have 'Street', as in the address book. */
  street_type: words,
})

/** True if the address fits our response limits: a truncated address would be a different address. */
function fitsResponseLimits({ suburb, city, addressInBrokenDownForm, addressInFreeForm }: Address): boolean {
  const parts = [...Object.values(addressInBrokenDownForm), ...Object.values(addressInFreeForm)]
  return (
    [suburb, city].every(place => place.length <= maximumPlaceLength) &&
    parts.every(part => part.length <= maximumLineLength)
  )
}

function suffixCodeOf(street: string, name: string, type: string): string {
  const rest = street.toLowerCase().replace(`${name} ${type}`.trim().toLowerCase(), '').trim()
  return streetSuffixCode(rest)
}

/** 'Level 5' → ['Level', '5']; 'Ground Floor' has no number. */
function floorParts(floor: string): [type: string, number: string] {
  const words = floor.split(/\s+/)
  const number = words.at(-1) ?? ''
  if (words.length < 2 || !/^\w+$/.test(number) || !/\d/.test(number)) return [floor, '']
  return [words.slice(0, -1).join(' '), number]
}

function toAddress(found: z.output<typeof metadata>): Address {
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
      streetType: found.street_type.replace(/^./, letter => letter.toUpperCase()),
      unitNumber: found.unit_identifier,
      unitType: found.unit_type,
    },
    addressInFreeForm: {
      addressLine1: [found.address_line_1, found.address_line_2].filter(Boolean).join(', '),
      addressLine2: suburb === city ? '' : suburb,
    },
  }
}
