/**
 * Tests that the reply schema of a call removes undeclared fields from a response, and that a response of
 * another shape is not sent.
 */
import Fastify from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'

const band = { minSumInsured: 9_000, maxSumInsured: 14_000 }

async function answered(answer: unknown) {
  const app = Fastify()
  app.setSerializerCompiler(serializerCompiler)
  app.get('/', { schema: { response: { 200: endpoints.sumInsured.reply } } }, () => answer)
  const { statusCode, body } = await app.inject('/')
  return { statusCode, body }
}

it.each([
  ['with the declared fields', band],
  ['with an undeclared field', { ...band, owner: 'Maia Ngata' }],
])('[EDGE-06] [T31] only the declared fields of a reply %s are sent', async (_what, reply) => {
  expect(await answered(reply)).toEqual({ statusCode: 200, body: JSON.stringify(band) })
})

it.each([
  ['too few fields', { minSumInsured: 9_000 }],
  ['another type', { ...band, maxSumInsured: 'Maia Ngata' }],
  ['nothing', null],
])('[EDGE-17] [T31] a reply with %s is a bug: 500 without its values', async (_what, reply) => {
  const { statusCode, body } = await answered(reply)
  expect(statusCode).toBe(500)
  expect(body).not.toContain('Maia Ngata')
})
