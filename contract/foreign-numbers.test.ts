/** Numbers of a partner insurer, as long as its adapter takes them (partners/insurer/http-answers.ts), go through every call that carries them. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { policyReply } from '#partners/insurer/http-answers.ts'
import { bindBody, type Quoted, ratedBody } from '#test/purchase.ts'
import { calls } from './calls.ts'

const number = `P-${'7'.repeat(38)}`
const address = {
  postcode: '1050',
  suburb: 'Remuera',
  addressInFreeForm: { addressLine1: '88 Remuera Road' },
}
const id = randomUUID()
const car = { vehicleKey: 'k', value: 20_000, address }
const attributes = {
  policyDetails: { quoteNum: number },
  policyHistory: { lastModifiedDatetime: 'now', lastModifiedUserId: 'x' },
}
const rated = ratedBody(id, car)

it('[EDGE-08] [EDGE-09] [EDGE-10] [EDGE-13] [EDGE-14] numbers of a partner insurer are neither too long to amend, to find again, to bind nor to read', () => {
  expect(policyReply.safeParse({ policyNumber: number }).success).toBe(true)
  const { amend, bind, papers, found, retrieved } = {
    amend: calls.quoteAmend.body.safeParse({
      ...rated,
      attributes: { ...rated.attributes, quoteNumber: number },
    }),
    bind: calls.quoteBind.body.safeParse(bindBody({ id, car, attributes } as unknown as Quoted)),
    papers: calls.documentRetrieve.body.safeParse({
      documentType: 'New Business',
      policyNumber: number,
      uuid: id,
    }),
    found: calls.prospectCar.query.safeParse({ quoteNum: number }),
    retrieved: calls.quoteRetrieve.body.safeParse({
      attributes: { insuredDetails: { customerDob: '1988-04-12', customerPostcode: '1050' } },
      quoteNumber: number,
    }),
  }
  for (const { error } of [amend, bind, papers, found, retrieved]) expect(error).toBeUndefined()
})
