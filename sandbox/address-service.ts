/** The sandbox's address service: it simulates Addressfinder's New Zealand API with data/addresses.json. */
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { type Address, addressText } from '#journey/address.ts'
import { streetSuffixName, wordForms, wordsAndJoinedRuns } from '#journey/address-words.ts'
import { numbersInRange, parseStreetNumber } from '#journey/parse-address-query.ts'
import {
  type AddressText,
  addressSearchTexts,
  normalizedAddress,
  parseAddressText,
} from '#journey/typed-address.ts'
import fixtures from './data/addresses.json' with { type: 'json' }

/** `postal`: a second line that is suggested for the address, if its postal form differs. */
type SandboxAddress = Omit<Address, 'signature'> & { readonly postal?: string }

/** '3/88-92' may be typed as '88-92', '3/90' or '90', and 'Level 5, 120' as '5/120'. */
function houseForms({ level, words }: AddressText): string[] {
  const house = parseStreetNumber(words[0] ?? '')
  if (house === null) return []
  const inside = (house.unit || level).toLowerCase()
  const letter = house.letter.toLowerCase()
  // '1A-7A' or '1-7A'
  const range =
    house.high === null ? [] : [letter, ''].map(low => `${house.number}${low}-${house.high}${letter}`)
  const numbers = [
    ...range,
    ...numbersInRange(house).flatMap(number => [`${number}${letter}`, String(number)]),
  ]
  return inside === '' ? numbers : [...numbers, ...numbers.map(number => `${inside}/${number}`)]
}

/** The levels that may be typed: 'Level 3, 90' also means the unit 3/90. */
function levelForms({ level, words }: AddressText, address: SandboxAddress): string[] {
  const unit = parseStreetNumber(words[0] ?? '')?.unit ?? ''
  return [unit, level, address.addressInBrokenDownForm.levelNumber.toUpperCase()].filter(Boolean)
}

const known: readonly SandboxAddress[] = fixtures.addresses

/** `words`: every form in which a word may be typed: '3/210' or '210', 'street' or 'st', 'te atatu' or 'teatatu'. */
const entries = known.flatMap(address =>
  [addressText(address), address.postal]
    .filter(text => text !== undefined)
    .map(text => {
      const parsed = parseAddressText(text)
      const joined = wordsAndJoinedRuns(parsed.words).flat()
      return {
        address,
        text,
        levels: levelForms(parsed, address),
        words: [...houseForms(parsed), ...parsed.words.flatMap(wordForms), ...joined],
      }
    }),
)
type Entry = (typeof entries)[number]

/** The addresses in which every typed word begins a word; lines that begin with the typed text come first. */
function matches(typed: string, maximum: number): Entry[] {
  for (const text of addressSearchTexts(typed)) {
    const { level, words } = parseAddressText(text)
    if (words.length === 0) return []
    const begins = (entry: Entry) => normalizedAddress(entry.text).startsWith(normalizedAddress(text))
    const typedForms = wordsAndJoinedRuns(words)
    const found = entries.filter(
      entry =>
        (level === '' || entry.levels.some(known => known.startsWith(level))) &&
        typedForms.every(forms => forms.some(form => entry.words.some(known => known.startsWith(form)))),
    )
    if (found.length > 0)
      return found
        .sort((a, b) => Number(begins(b)) - Number(begins(a)) || a.text.localeCompare(b.text))
        .slice(0, maximum)
  }
  return []
}

function metadataOf(address: SandboxAddress) {
  const parts = address.addressInBrokenDownForm
  const [, number = parts.streetNumber, alpha = ''] = /^(\d+)([A-Z])$/.exec(parts.streetNumber) ?? []
  const suffix = streetSuffixName(parts.streetSuffixCode)
  const [line1, line2 = null] = address.addressInFreeForm.addressLine1.split(', ')
  return {
    success: true,
    pxid: address.addressId,
    postal: address.postal ?? addressText(address),
    address_line_1: line1,
    address_line_2: line2,
    building_name: parts.buildingName || null,
    floor: parts.levelNumber === '' ? null : `${parts.levelType} ${parts.levelNumber}`,
    unit_type: parts.unitType || null,
    unit_identifier: parts.unitNumber || null,
    number,
    alpha: alpha || null,
    street: [parts.streetName, parts.streetType, suffix].filter(Boolean).join(' '),
    street_name: parts.streetName,
    street_type: parts.streetType.toLowerCase() || null,
    suburb: address.suburb,
    city: address.city,
    mailtown: address.city,
    postcode: address.postcode,
  }
}

const query = z.object({
  key: z.string(),
  q: z.string().default(''),
  pxid: z.string().default(''),
  max: z.coerce.number().int().min(1).max(100).default(10),
})

/** Both calls require the key in the query and the secret in the Authorization header. */
export const addressServiceSandbox: FastifyPluginAsync<{
  readonly key: string
  readonly secret: string
}> = async (app, options) => {
  app.addHook('preHandler', async (request, reply) => {
    const parsed = query.safeParse(request.query)
    const known =
      parsed.success && parsed.data.key === options.key && request.headers.authorization === options.secret
    if (!known) await reply.code(401).send({ success: false, message: 'API key or secret not known' })
  })

  app.get('/api/nz/address/autocomplete/', async request => {
    const { q, max } = query.parse(request.query)
    const completions = matches(q, max).map(({ address, text }) => ({ a: text, pxid: address.addressId }))
    return { success: true, completions }
  })

  app.get('/api/nz/address/metadata/', async (request, reply) => {
    const { pxid } = query.parse(request.query)
    const entry = entries.find(({ address }) => address.addressId === pxid)
    return entry
      ? metadataOf(entry.address)
      : reply.code(404).send({ success: false, message: 'No such address' })
  })
}
