/** Tests that the serializer writes exactly what parsing by the schema and JSON.stringify would give. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { noParts } from '#journey/address-parts.ts'
import { toProspectResponse } from '#server/quotes/response-mapper.ts'
import { completeQuote } from '#test/complete-quote.ts'
import { createResponseSerializer } from './response-serializer.ts'

const priceTable = { COMPREHENSIVE: [95_020, 8_000], THIRD_PARTY_FIRE_THEFT: [], THIRD_PARTY: [31_000] }
const priced = completeQuote.insurer_quote && { ...completeQuote.insurer_quote, priceTable }
const prospect = toProspectResponse(completeQuote, true)
const withPrices = toProspectResponse({ ...completeQuote, insurer_quote: priced }, true)
const found = { postcode: '1024', addressInFreeForm: { addressLine1: '210 Dominion Road' } }
const addressesFound = (...suggestedAddresses: readonly object[]) => ({
  data: { attributes: { status: 'SUGGESTED', suggestedAddresses } },
})

it.each([
  ['of a whole quote', endpoints.prospectCar.reply, prospect],
  ['with every price', endpoints.prospectCar.reply, withPrices],
  ['without people', endpoints.prospectCar.reply, toProspectResponse(completeQuote, false)],
  ['with its session', endpoints.quoteRetrieve.reply, { id: 'a', JWT: 'b', prospect, ...withPrices.quote }],
  ['before a price', endpoints.quoteRetrieve.reply, { id: 'a', JWT: 'b', prospect }],
  ['of an amend', endpoints.quoteAmend.reply, withPrices.quote],
  ['of a price, where there may be none', endpoints.quoteCreate.reply, withPrices.quote],
  ['of none', endpoints.quoteCreate.reply, { quoteId: 'a', status: 'DRAFT' }],
  ['whose parts have defaults', endpoints.addressRisk.reply, addressesFound(found, found)],
  ['of nothing found', endpoints.addressRisk.reply, addressesFound()],
  ['with no part that may be missing', endpoints.policyRetrieve.reply, {}],
  [
    'that holds marks, a quote and a picture',
    endpoints.registration.reply,
    { source: '"\\\n\u2028', url: 'Ā🚗' },
  ],
  ['with half a letter', endpoints.registration.reply, { source: '\ud83d', url: '' }],
] as const)('an answer %s is written as its schema reads it', (_what, reply, answer) => {
  expect(createResponseSerializer(reply)(answer)).toBe(JSON.stringify(reply.parse(answer)))
})

it('a list of whole numbers is written like each number', () => {
  const list = z.array(z.number().int())
  const whole = fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.constant(-0))
  fc.assert(
    fc.property(fc.array(whole), numbers => {
      expect(createResponseSerializer(list)(numbers)).toBe(`[${numbers.map(each => `${each}`).join()}]`)
    }),
  )
})

it('[T31] unknown fields of every object are dropped', () => {
  const address = {
    ...found,
    owner: 'Maia Ngata',
    addressInBrokenDownForm: { ...noParts, owner: 'Maia Ngata' },
  }
  const json = createResponseSerializer(endpoints.addressRisk.reply)(addressesFound(address))
  expect(json).toBe(JSON.stringify(endpoints.addressRisk.reply.parse(addressesFound(found))))
})

it.each([
  ['a text', z.string(), [1, null, undefined, new String('a'), new Date()]],
  ['a number', z.number(), ['1', Number.NaN, Number.POSITIVE_INFINITY, null, undefined, 1n]],
  ['a whole number', z.number().int(), [1.5, 2 ** 60]],
  ['a flag', z.boolean(), ['true', 1, null]],
  ['one of a few', z.enum(['YES', 'NO']), ['yes', null, ['YES']]],
  ['the only one', z.literal(true), [false, 'true']],
  ['a list', z.array(z.string()), ['a', null, { length: 0 }, [1], [undefined]]],
  [
    'a list of whole numbers',
    z.array(z.number().int()),
    ['1', null, { length: 0 }, [1.5], ['1'], [null], [1, Number.NaN], [2 ** 60], [new Number(1)], Array(1)],
  ],
  ['a list that may hold gaps', z.array(z.string().optional()), [[undefined, 'a']]],
  ['an object', z.object({}), [null, [], 'a', undefined]],
  ['a part', z.object({ part: z.string() }), [{}, { part: null }]],
  ['one of two', z.number().or(z.literal('')), ['1', null]],
  ['what may be none', z.string().nullable(), [undefined, 1]],
  ['what may be missing', z.string().optional(), [null, 1]],
  ['a kind not known here', z.record(z.string(), z.string()), [{ key: 'a' }]],
])('[T31] of what is no answer nothing is written: %s', (_what, schema, others) => {
  const write = createResponseSerializer(schema)
  expect(others.map(other => write(other))).toEqual(others.map(() => null))
})

/** The parts of a schema that hold no other ones. */
function leavesOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.def.shape).flatMap(leavesOf)
  if (schema instanceof z.ZodArray) return leavesOf(schema.def.element)
  if (schema instanceof z.ZodUnion) return schema.def.options.flatMap(leavesOf)
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType }
  return innerType ? leavesOf(innerType) : [schema]
}

it('the serializer supports every response schema, so only invalid values need the schema', () => {
  const replies = Object.entries<Endpoint>(endpoints).flatMap(([name, { reply }]) =>
    reply instanceof z.ZodType ? leavesOf(reply).map(leaf => ({ name, leaf })) : [],
  )
  expect(replies.length).toBeGreaterThan(100)
  const isWritten = (leaf: z.core.$ZodType) => {
    const words = leaf instanceof z.ZodEnum ? leaf.options : leaf instanceof z.ZodLiteral ? leaf.values : []
    return ['text', 1, true, ...words].some(value => createResponseSerializer(leaf)(value) !== null)
  }
  const judged = replies.filter(({ leaf }) => !isWritten(leaf)).map(({ name }) => name)
  // A puzzle is made by the captcha's library, and no shape of it was agreed upon.
  expect(judged).toEqual(['captchaChallenge'])
})
