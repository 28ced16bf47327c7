/**
 * Tests of policyholders, names and addresses in calls: values that no page would send are refused, and the
 * field is named.
 */
import { expect, it } from 'vitest'
import {
  bindBody,
  holder,
  policyholdersBody,
  ratedBody,
  ratedCustomer,
  retrieveBody,
  saveCar,
} from '#test/purchase.ts'
import { appForFile } from '#test/test-app.ts'

const world = await appForFile()

it('[HOLDER-04] [EDGE-18] a policyholder born before 1900 is refused', async () => {
  const { client, quote } = await ratedCustomer(world)
  const addressDetails = { ...quote.car.address, type: 'POSTAL' as const }
  const save = (dateOfBirth: string) =>
    client.call('quoteCreate', {
      body: { id: quote.id, policyHolderDetails: [holder, { ...holder, dateOfBirth }], addressDetails },
    })
  expect((await save('1900-01-01')).status).toBe(200)
  for (const dateOfBirth of ['0001-01-01', '1899-12-31']) {
    const refused = await save(dateOfBirth)
    expect(refused).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'policyHolderDetails.1.dateOfBirth', message: 'cannot be' }] },
    })
  }
})

it('[HOLDER-04] [EDGE-13] [EDGE-17] a refused bind names the field of the policyholder', async () => {
  const { client, quote } = await ratedCustomer(world)
  const body = bindBody(quote)
  const { individualPolicyHolder: one } = body.attributes.bindPolicyParties.primaryPolicyHolder
  const bindPolicyParties = {
    primaryPolicyHolder: { individualPolicyHolder: { ...one, dob: '1899-12-31' } },
    additionalPolicyHolders: [
      { individualPolicyHolder: one },
      {
        individualPolicyHolder: {
          ...one,
          dob: '2020-01-01',
          contactDetails: { ...one.contactDetails, mobileNum: '12' },
        },
      },
    ],
  }
  const refused = await client.call('quoteBind', {
    body: { ...body, attributes: { ...body.attributes, bindPolicyParties } },
  })
  const { errors } = refused.json as { errors: { path: string }[] }
  const second = 'attributes.bindPolicyParties.additionalPolicyHolders.1.individualPolicyHolder'
  expect(errors.map(({ path }) => path)).toEqual([
    'attributes.bindPolicyParties.primaryPolicyHolder.individualPolicyHolder.dob',
    `${second}.dob`,
    `${second}.contactDetails.mobileNum`,
  ])
})

it('[DRIVER-03] [HOLDER-04] [EDGE-16] spaces and decomposed letters do not make a name different', async () => {
  const { client, quote, saveHolders } = await ratedCustomer(world)
  await saveHolders()
  const other = await world.browser()
  const found = await other.call('quoteRetrieve', { body: retrieveBody(quote) })
  other.token = found.ok().JWT

  const body = ratedBody(quote.id, quote.car)
  const drivers = body.drivers.map(driver => ({ ...driver, givenName: ' Ma\u0304ia ' }))
  ;(await client.call('quoteAmend', { body: { ...body, drivers } })).ok()
  await client.call('quoteCreate', {
    body: policyholdersBody(quote, {
      policyHolderDetails: [{ ...holder, firstName: 'Ma\u0304ia ', businessName: '   ' }],
    }),
  })
  // The other browser still sees the people: they are the same ones.
  const prospect = (await other.call('prospectCar', { query: { id: quote.id } })).ok()
  expect(prospect.drivers.map(({ givenName }) => givenName)).toEqual(['M\u0101ia'])
  expect(prospect.policyHolderDetails).toEqual([{ ...holder, firstName: 'M\u0101ia' }])
})

it('[HOLDER-04] a name is stored with single spaces', async () => {
  const { client, quote } = await ratedCustomer(world)
  await client.call('quoteCreate', {
    body: policyholdersBody(quote, { policyHolderDetails: [{ ...holder, lastName: 'van  der\u00a0 Berg' }] }),
  })
  const prospect = (await client.call('prospectCar', { query: { id: quote.id } })).ok()
  expect(prospect.policyHolderDetails).toEqual([{ ...holder, lastName: 'van der Berg' }])
})

it('[CAR-11] [HOLDER-05] [EDGE-17] an address without its first line is refused', async () => {
  const { client, quote } = await ratedCustomer(world)
  const blank = { ...quote.car.address, addressInFreeForm: { addressLine1: '  ', addressLine2: '' } }
  const saved = await client.call('quoteCreate', {
    body: { id: quote.id, policyHolderDetails: [holder], addressDetails: blank },
  })
  const path = 'addressDetails.addressInFreeForm.addressLine1'
  expect(saved).toMatchObject({ status: 400, json: { errors: [{ path, message: 'is blank' }] } })
  await expect(saveCar(client, quote.id, 'JHU968', () => blank)).rejects.toThrow(path)
  const body = bindBody(quote)
  const bound = await client.call('quoteBind', {
    body: { ...body, attributes: { ...body.attributes, postalAddress: blank } },
  })
  expect(bound.status).toBe(400)
})
