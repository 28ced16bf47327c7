/**
 * The address adapter for Addressfinder (New Zealand API). The server makes the calls, so browsers never see
 * the key and Addressfinder never sees customers.
 */

import type { z } from 'zod'
import type { Address } from '#journey/address.ts'
import { plainestLine } from '#journey/address-words.ts'
import { callPartner, failureReason, parseJson } from '#partners/http.ts'
import {
  completions,
  fitsLineLimit,
  fitsResponseLimits,
  metadata,
  metadataResponse,
  toAddress,
} from './addressfinder-responses.ts'
import { type Candidate, matchAddresses, startsWithAddressLine } from './match-addresses.ts'
import type { AddressResult, AddressSearch, AddressService, AddressSuggestion } from './port.ts'

export interface AddressfinderOptions {
  /** 'https://api.addressfinder.io' */
  readonly origin: string
  readonly key: string
  readonly secret: string
  readonly timeoutMs?: number
}

const partner = 'address service'
const maximumLines = 8

export function addressfinder(options: AddressfinderOptions): AddressService {
  async function ask<T extends z.ZodType>(
    call: string,
    query: Record<string, string>,
    shape: T,
  ): Promise<z.output<T>> {
    const search = new URLSearchParams({ key: options.key, format: 'json', ...query })
    const response = await callPartner({
      partner,
      url: `${options.origin}/api/nz/address/${call}/?${search}`,
      headers: { authorization: options.secret, accept: 'application/json' },
      timeoutMs: options.timeoutMs ?? 5_000,
    })
    if (response.status !== 200) throw new ServiceError(`HTTP ${response.status}`, response.status)
    const read = shape.safeParse(parseJson(partner, response))
    if (!read.success) throw new ServiceError('not understood')
    return read.data
  }

  const complete = async (typed: string): Promise<AddressSuggestion[]> => {
    const query = { q: typed, strict: '2', max: String(maximumLines) }
    const response = await ask('autocomplete', query, completions)
    return response.completions.slice(0, maximumLines).map(({ a, pxid }) => ({ addressId: pxid, text: a }))
  }

  /** The address of a completion; null if it no longer exists, has no postcode, or exceeds our limits. */
  async function fetchAddress(pxid: string): Promise<Candidate | null> {
    try {
      const read = metadata.safeParse(await ask('metadata', { pxid }, metadataResponse))
      if (!read.success) return null
      const address = toAddress(read.data)
      return fitsResponseLimits(address) ? { address, postal: read.data.postal } : null
    } catch (error) {
      if (error instanceof ServiceError && error.status === 404) return null
      throw error
    }
  }

  /** Repeats an empty search without abbreviations, country and delivery number. */
  async function retryInPlainWords<T>(
    typed: string,
    ask: (text: string) => Promise<T>,
    isEmpty: (response: T) => boolean,
  ): Promise<T> {
    const response = await ask(typed)
    const plainest = plainestLine(typed)
    return isEmpty(response) && plainest !== '' ? ask(plainest) : response
  }

  const suggest = async (typed: string): Promise<AddressSuggestion[]> => {
    const lines = await retryInPlainWords(typed, complete, ({ length }) => length === 0)
    return lines.filter(({ text }) => fitsLineLimit(text))
  }

  async function findMatches(typed: string, search: AddressSearch): Promise<readonly Address[]> {
    const lines = await complete(typed)
    const ids = [...new Set(lines.map(({ addressId }) => addressId))]
    const results = await Promise.allSettled(ids.map(fetchAddress))
    const all = results.flatMap(one => (one.status === 'fulfilled' && one.value ? [one.value] : []))
    const failures = new Map(
      results.flatMap((one, place) => (one.status === 'rejected' ? [[ids[place], one.reason] as const] : [])),
    )
    if (failures.size === 0 && lines.length > 0 && all.length === 0) throw new ServiceError('not understood')
    const { meant, exact } = matchAddresses(all, search)
    // With an exact match, a failed look-up does not matter unless its line could be the same address in
    // another town.
    for (const { addressId, text } of lines)
      if (
        failures.has(addressId) &&
        (exact.length === 0 || exact.some(address => startsWithAddressLine(text, address)))
      )
        throw failures.get(addressId)
    return exact.length > 0 ? exact : meant
  }

  async function find(search: AddressSearch): Promise<AddressResult> {
    if (search.line.trim() === '') return { outcome: 'found', addresses: [] }
    const typed = [search.line, search.suburb, search.postcode].filter(Boolean).join(' ')
    const addresses = await retryInPlainWords(
      typed,
      text => findMatches(text, search),
      ({ length }) => length === 0,
    )
    return { outcome: 'found', addresses }
  }

  return {
    // Failed suggestions are an empty list: the customer can go on typing or enter the address by hand.
    suggest: typed => (typed.trim() === '' ? Promise.resolve([]) : suggest(typed).catch(noSuggestions)),
    find: search => find(search).catch((error: unknown) => ({ outcome: 'failed', reason: reasonOf(error) })),
  }
}

function noSuggestions(error: unknown): AddressSuggestion[] {
  reasonOf(error)
  return []
}

class ServiceError extends Error {
  readonly status: number

  constructor(message: string, status = 200) {
    super(message)
    this.status = status
  }
}

/** The reason for a failed call, without request or response content. Rethrows unexpected errors. */
function reasonOf(error: unknown): string {
  return error instanceof ServiceError ? error.message : failureReason(error)
}
