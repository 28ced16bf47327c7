/**
 * Tests that a response contains only the agreed fields, and that a response of the wrong shape is not
 * sent.
 */
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { endpoints } from '#contract/endpoints.ts'
import { checkedResponse } from './checked-response.ts'

const band = { minSumInsured: 9_000, maxSumInsured: 14_000 }

async function answered(answer: unknown, reply: z.ZodType = endpoints.sumInsured.reply) {
  const app = Fastify()
  app.setSerializerCompiler(checkedResponse)
  app.get('/', { schema: { response: { 200: reply } } }, () => answer)
  const { statusCode, body } = await app.inject('/')
  return { statusCode, body }
}

it.each([
  ['as agreed', band],
  ['with a field too many', { ...band, owner: 'Maia Ngata' }],
])('[EDGE-06] [T31] of an answer %s leaves what was agreed', async (_what, reply) => {
  expect(await answered(reply)).toEqual({ statusCode: 200, body: JSON.stringify(band) })
})

it.each([
  ['a part', { minSumInsured: 9_000 }],
  ['another kind', { ...band, maxSumInsured: 'Maia Ngata' }],
  ['nothing', null],
])('[EDGE-17] [T31] an answer of %s is a bug of ours, and none of it leaves', async (_what, reply) => {
  const { statusCode, body } = await answered(reply)
  expect(statusCode).toBe(500)
  expect(body).not.toContain('Maia Ngata')
})

it('[EDGE-17] a response that the fast serializer cannot write is written as its schema parses it', async () => {
  const puzzle = { algorithm: 'SHA-256', maxnumber: 1_000 }
  const { statusCode, body } = await answered(puzzle, endpoints.captchaChallenge.reply)
  expect({ statusCode, body }).toEqual({ statusCode: 200, body: JSON.stringify(puzzle) })
})
