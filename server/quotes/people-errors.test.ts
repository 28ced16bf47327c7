/** Tests of people and addresses in calls: what no page would send is refused, and the field is named. */
import { expect, it } from 'vitest'
import {
  bindBody,
  customerReadyToPay,
  policyholder,
  policyholdersBody,
  ratedCustomer,
  retrieveBody,
  saveCar,
  withDriver,
} from '#test/purchase.ts'
import { appForFile } from '#test/test-app.ts'

const world = await appForFile()

it('[HOLDER-04] [EDGE-18] a policyholder born before 1900 is refused', async () => {
  const { client, quote } = await ratedCustomer(world)
  const save = (dateOfBirth: string) => {
    const policyHolderDetails = [policyholder, { ...policyholder, dateOfBirth }]
    return client.call('quoteCreate', { body: policyholdersBody(quote, { policyHolderDetails }) })
  }
  ;(await save('1900-01-01')).ok()
  const errors = [{ path: 'policyHolderDetails.1.dateOfBirth', message: 'is not possible' }]
  for (const dateOfBirth of ['0001-01-01', '1899-12-31'])
    expect(await save(dateOfBirth)).toMatchObject({ status: 400, json: { errors } })
})

it('[HOLDER-04] [EDGE-13] [EDGE-17] a refused bind names the field of the policyholder', async () => {
  const { quote, bind } = await ratedCustomer(world)
  const body = bindBody(quote)
  const { individualPolicyHolder: one } = body.attributes.bindPolicyParties.primaryPolicyHolder
  const wrong = (dob: string, mobileNum: string) => ({
    individualPolicyHolder: { ...one, dob, contactDetails: { ...one.contactDetails, mobileNum } },
  })
  body.attributes.bindPolicyParties = {
    primaryPolicyHolder: wrong('1899-12-31', '021 234 567'),
    additionalPolicyHolders: [{ individualPolicyHolder: one }, wrong('2020-01-01', '0911234567')],
  }
  const { status, json } = await bind(body)
  const wrongFields = ['primaryPolicyHolder', 'additionalPolicyHolders.1'].flatMap(who =>
    ['dob', 'contactDetails.mobileNum'].map(
      field => `attributes.bindPolicyParties.${who}.individualPolicyHolder.${field}`,
    ),
  )
  expect([status, json]).toMatchObject([400, { errors: wrongFields.map(path => ({ path })) }])
  expect(await world.repositories.findBindAttempt(quote.id)).toBeUndefined()
})

it('[DRIVER-03] [HOLDER-04] [EDGE-16] spaces and decomposed letters do not make a name different', async () => {
  const { client, quote, amend } = await customerReadyToPay(world)
  const other = await world.browser()
  const found = await other.call('quoteRetrieve', { body: retrieveBody(quote) })
  other.token = found.ok().JWT

  ;(await amend(withDriver(quote.body, { givenName: ' Ma\u0304ia ' }))).ok()
  const decomposed = [{ ...policyholder, firstName: 'Ma\u0304ia ', businessName: '   ' }]
  const body = policyholdersBody(quote, { policyHolderDetails: decomposed })
  ;(await client.call('quoteCreate', { body })).ok()
  const prospect = (await other.call('prospectCar', { query: { id: quote.id } })).ok()
  expect(prospect.drivers.map(({ givenName }) => givenName)).toEqual(['M\u0101ia'])
  expect(prospect.policyHolderDetails).toEqual([{ ...policyholder, firstName: 'M\u0101ia' }])
})

it('[HOLDER-04] a name is stored with single spaces', async () => {
  const { savePolicyholders, prospect } = await ratedCustomer(world)
  await savePolicyholders({ ...policyholder, lastName: 'van  der\u00a0 Berg' })
  expect((await prospect()).ok().policyHolderDetails).toEqual([{ ...policyholder, lastName: 'van der Berg' }])
})

it('[CAR-11] [HOLDER-05] [EDGE-17] an address without its first line is refused', async () => {
  const { client, quote, bind } = await ratedCustomer(world)
  const blank = { ...quote.car.address, addressInFreeForm: { addressLine1: '  ', addressLine2: '' } }
  const saved = await client.call('quoteCreate', {
    body: policyholdersBody(quote, { addressDetails: blank }),
  })
  const path = 'addressDetails.addressInFreeForm.addressLine1'
  expect(saved).toMatchObject({ status: 400, json: { errors: [{ path, message: 'is blank' }] } })
  await expect(saveCar(client, quote.id, 'JHU968', () => blank)).rejects.toThrow(path)
  const bound = await bind(bindBody({ ...quote, car: { ...quote.car, address: blank } }))
  expect(bound.status).toBe(400)
})
