/**
 * The Addressfinder adapter (New Zealand API): completions while the customer types, and metadata for the
 * whole address. The server makes the calls, so the key never reaches a browser and no third party sees a
 * visitor.
 */

import type { z } from 'zod'
import type { Address } from '#journey/address.ts'
import { plainestLine } from '#journey/address-words.ts'
import { callPartner, PartnerFailure, parseJson } from '#partners/http.ts'
import {
  addressOf,
  completions,
  isCarried,
  isCarriedLine,
  metadata,
  metadataReply,
} from './addressfinder-wire.ts'
import { type Candidate, meantBy, startsWithSearch } from './matches-search.ts'
import type { AddressLine, AddressResult, AddressSearch, AddressService } from './port.ts'

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
    const answer = await callPartner({
      partner,
      url: `${options.origin}/api/nz/address/${call}/?${search}`,
      headers: { authorization: options.secret, accept: 'application/json' },
      timeoutMs: options.timeoutMs ?? 5_000,
    })
    if (answer.status !== 200) throw new Refusal(`HTTP ${answer.status}`, answer.status)
    const read = shape.safeParse(parseJson(partner, answer))
    if (!read.success) throw new Refusal('not understood')
    return read.data
  }

  const complete = async (typed: string): Promise<AddressLine[]> => {
    const query = { q: typed, strict: '2', max: String(maximumLines) }
    const answer = await ask('autocomplete', query, completions)
    return answer.completions.slice(0, maximumLines).map(({ a, pxid }) => ({ addressId: pxid, text: a }))
  }

  /** Null for a line that leads to no address we can carry: one without a postcode or too long, or gone since. */
  async function behind(pxid: string): Promise<Candidate | null> {
    try {
      const read = metadata.safeParse(await ask('metadata', { pxid }, metadataReply))
      if (!read.success) return null
      const address = addressOf(read.data)
      return isCarried(address) ? { address, postal: read.data.postal } : null
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return null
      throw error
    }
  }

  /** The text, and where nothing comes of it, the same in the plainest words. */
  async function inEitherWords<T>(
    typed: string,
    ask: (text: string) => Promise<T>,
    isEmpty: (answer: T) => boolean,
  ): Promise<T> {
    const answer = await ask(typed)
    const plainest = plainestLine(typed)
    return isEmpty(answer) && plainest !== '' ? ask(plainest) : answer
  }

  const suggest = async (typed: string): Promise<AddressLine[]> => {
    const lines = await inEitherWords(typed, complete, ({ length }) => length === 0)
    return lines.filter(({ text }) => isCarriedLine(text))
  }

  async function findAs(typed: string, search: AddressSearch): Promise<readonly Address[]> {
    const lines = await complete(typed)
    const ids = [...new Set(lines.map(({ addressId }) => addressId))]
    const told = await Promise.allSettled(ids.map(behind))
    const all = told.flatMap(one => (one.status === 'fulfilled' && one.value ? [one.value] : []))
    const failures = new Map(
      told.flatMap((one, place) => (one.status === 'rejected' ? [[ids[place], one.reason] as const] : [])),
    )
    if (failures.size === 0 && lines.length > 0 && all.length === 0) throw new Refusal('not understood')
    const { meant, exact } = meantBy(all, search)
    // Where the very address came, one that did not come costs nothing, unless it may be that of another town.
    for (const { addressId, text } of lines)
      if (
        failures.has(addressId) &&
        (exact.length === 0 || exact.some(address => startsWithSearch(text, address)))
      )
        throw failures.get(addressId)
    return exact.length > 0 ? exact : meant
  }

  async function find(search: AddressSearch): Promise<AddressResult> {
    if (search.line.trim() === '') return { outcome: 'found', addresses: [] }
    const typed = [search.line, search.suburb, search.postcode].filter(Boolean).join(' ')
    const addresses = await inEitherWords(
      typed,
      text => findAs(text, search),
      ({ length }) => length === 0,
    )
    return { outcome: 'found', addresses }
  }

  return {
    // NOTE: suggestions are a comfort; a silent empty list leaves the visitor typing, and manual entry always remains.
    suggest: typed => (typed.trim() === '' ? Promise.resolve([]) : suggest(typed).catch(noLines)),
    find: search => find(search).catch((error: unknown) => ({ outcome: 'failed', reason: reasonOf(error) })),
  }
}

function noLines(error: unknown): AddressLine[] {
  reasonOf(error)
  return []
}

class Refusal extends Error {
  readonly status: number

  constructor(message: string, status = 200) {
    super(message)
    this.status = status
  }
}

/** Why a call failed, without what was sent or said. A bug of ours is thrown on. */
function reasonOf(error: unknown): string {
  if (error instanceof PartnerFailure) return error.reason
  if (error instanceof Refusal) return error.message
  throw error
}
