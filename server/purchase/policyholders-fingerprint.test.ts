/**
 * Tests that a card page stays bound to the people and dates of the policy, and not to the chosen payment
 * method.
 */
import { expect, it, onTestFinished } from 'vitest'
import { noParts } from '#journey/address.ts'
import { type PaymentMethod, paymentMethods } from '#journey/payment.ts'
import { goodCard } from '#test/cards.ts'
import { createRatedQuote, holder, paymentUrls } from '#test/purchase.ts'
import { submitForm } from '#test/sandbox.ts'
import { eventually, openTestApp } from '#test/test-app.ts'
import { matchesPolicyholders, policyholdersFingerprint } from './policyholders-fingerprint.ts'

const holders = {
  policyholders: [holder],
  businessName: '',
  postalAddress: {
    addressId: '',
    postcode: '1050',
    suburb: 'Remuera',
    city: 'Auckland',
    signature: '',
    addressInBrokenDownForm: noParts,
    addressInFreeForm: { addressLine1: '88 Remuera Road', addressLine2: '' },
  },
  paymentMethod: null,
  paymentStart: '2026-12-01',
}

it.each([null, ...paymentMethods])(
  '[PAY-11] a page made while %s was chosen is for the same people whatever is chosen since, and for no others',
  paymentMethod => {
    const page = {
      policyholders_hash: policyholdersFingerprint({ policyholders: { ...holders, paymentMethod } }),
    }
    const isFor = (changes: object) =>
      matchesPolicyholders(page, { policyholders: { ...holders, ...changes } })
    for (const chosen of [null, ...paymentMethods]) expect(isFor({ paymentMethod: chosen })).toBe(true)
    for (const lastName of ["O'Brien", 'o`brien', ' O‘BRIEN'])
      expect(isFor({ policyholders: [{ ...holder, lastName }] })).toBe(true)
    expect([
      isFor({ policyholders: [{ ...holder, firstName: 'Other' }] }),
      isFor({ policyholders: [{ ...holder, email: 'other@example.nz' }] }),
      isFor({ policyholders: [{ ...holder, dateOfBirth: '1988-04-13' }] }),
      isFor({ businessName: 'Firm' }),
      isFor({ postalAddress: { ...holders.postalAddress, postcode: '1011' } }),
      isFor({ paymentStart: '2026-12-02' }),
      matchesPolicyholders(page, { policyholders: null }),
    ]).toEqual(Array(7).fill(false))
  },
)

it('[PAY-07] [PAY-11] who looks at the other way to pay while a card page is open still buys on that page', async () => {
  const world = await openTestApp()
  onTestFinished(() => world.close())
  const client = await world.browser()
  const quote = await createRatedQuote(client, { frequency: 'MONTHLY' })
  const choose = async (paymentMethod: PaymentMethod) =>
    (
      await client.call('quoteCreate', {
        body: {
          id: quote.id,
          policyHolderDetails: [holder],
          addressDetails: { ...quote.car.address, type: 'POSTAL' },
          paymentMethod,
        },
      })
    ).ok()
  const open = async () =>
    (await client.call('paymentCreate', { body: paymentUrls(world, quote.id) })).ok().data.attributes.url
  await choose('Credit_Card')
  const url = await open()
  await choose('BANK_TRANSFER')
  expect(await open()).toBe(url)
  await submitForm(url, goodCard)
  await eventually(
    async () => (await world.application.services.repositories.findPolicy(quote.id)) !== undefined,
  )
})
