/** Tests of what an address search returns, and which of its addresses a quote accepts for the car. */
import { expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { type Address, emptyAddressParts } from '#journey/address.ts'
import {
  bindBody,
  carBody,
  createRatedQuote,
  findAddress,
  policyholdersBody,
  ratedBody,
  ratedCustomer,
  register,
  saveCar,
} from '#test/purchase.ts'
import { appForFile } from '#test/test-app.ts'

const known = (line: string, postcode: string): Address => ({
  addressId: line.replaceAll(' ', '-'),
  postcode,
  suburb: 'Leamington',
  city: 'Cambridge',
  signature: '',
  addressInBrokenDownForm: emptyAddressParts,
  addressInFreeForm: { addressLine1: line, addressLine2: 'Leamington' },
})
const book = [
  known('12 Wordsworth Road', ''),
  known('PO Box 117', '3450'),
  known('88 Remuera Road', '1050'),
  { ...known('7 Hinuera Road', '3472'), suburb: '' },
  { ...known('9 Page Street', '3432'), city: 'www.evil.example' },
]

const asked: string[] = []

const addresses = {
  suggest: async () => [],
  find: async ({ line }: { line: string }) => {
    asked.push(line)
    return {
      outcome: 'found' as const,
      addresses: book.filter(({ addressInFreeForm }) => addressInFreeForm.addressLine1 === line),
    }
  },
}
const world = await appForFile({ isIdle: true, replace: { partners: { addresses } } })

it('[CAR-09] [HOLDER-05] [EDGE-07] an address without a known postcode is found, and no quote accepts it without one', async () => {
  const client = await world.browser()
  const { id } = await register(client)
  const body = { addressInFreeForm: { addressLine1: '12 Wordsworth Road' } }
  for (const call of ['addressRisk', 'addressPostal'] as const) {
    const answer = (await client.call(call, { body })).ok()
    expect(answer.data.attributes).toMatchObject({
      status: 'SUGGESTED',
      suggestedAddresses: [{ ...known('12 Wordsworth Road', ''), signature: expect.stringMatching(/./) }],
    })
    expect(endpoints[call].reply.safeParse(answer).error).toBeUndefined()
    const [found] = answer.data.attributes.suggestedAddresses
    await expect(saveCar(client, id, 'JHU968', other => found ?? other)).rejects.toThrow('postcode')
  }
})

it('[CAR-09] [EDGE-07] [EDGE-17] a post box is a valid postal address, and no overnight address', async () => {
  const client = await world.browser()
  const body = { addressInFreeForm: { addressLine1: 'PO Box 117' } }
  const quote = await createRatedQuote(client)
  const kept = (await client.call('addressRisk', { body })).ok().data.attributes
  expect(kept).toEqual({ status: 'NOT_FOUND', suggestedAddresses: [] })
  const [box] = (await client.call('addressPostal', { body })).ok().data.attributes.suggestedAddresses
  if (!box) throw new Error('no box')
  expect(box.addressInFreeForm.addressLine1).toBe('PO Box 117')

  const car = carBody(quote)
  const found = quote.car.address
  for (const [path, address] of [
    ['addressInFreeForm.addressLine1', box],
    [
      'addressInFreeForm.addressLine1',
      { ...box, addressInFreeForm: { addressLine1: 'P.O. Box 9', addressLine2: '' } },
    ],
    [
      'addressInFreeForm.addressLine2',
      { ...box, addressInFreeForm: { addressLine1: 'The Smiths', addressLine2: 'Private Bag 4' } },
    ],
    ['suburb', { ...found, suburb: 'Locked Bag 4' }],
    ['city', { ...found, city: 'Locked Bag 4' }],
  ] as const)
    for (const addressDetails of [address, [address]]) {
      const errors = [{ path: `addressDetails.${path}`, message: 'is a post box' }]
      const saved = await client.call('quoteCreate', { body: { ...car, addressDetails } })
      expect(saved).toMatchObject({ status: 400, json: { errors } })
    }

  const letters = policyholdersBody(quote, { addressDetails: box })
  ;(await client.call('quoteCreate', { body: letters })).ok()
})

it.each([
  [{ addressInFreeForm: { addressLine1: '12 Wordsworth Road', addressLine2: 'P.O. Bx 4' } }],
  [{ addressInFreeForm: { addressLine1: '12 Wordsworth Road' }, suburb: 'Private Bag 4' }],
])('[CAR-09] [EDGE-07] no overnight address is searched for %j', async body => {
  const client = await world.browser()
  await register(client)
  const before = asked.length
  const { status } = (await client.call('addressRisk', { body })).ok().data.attributes
  expect([status, asked.length]).toEqual(['NOT_FOUND', before])
  ;(await client.call('addressPostal', { body })).ok()
  expect(asked).toHaveLength(before + 1)
})

it('[QUOTE-14] [CAR-09] [HOLDER-05] an address without a suburb is accepted as postal and overnight address', async () => {
  const { client, quote } = await ratedCustomer(world)
  const found = await findAddress(client, '7 Hinuera Road')
  expect(found.suburb).toBe('')
  const letters = policyholdersBody(quote, { addressDetails: found })
  ;(await client.call('quoteCreate', { body: letters })).ok()
  await saveCar(client, quote.id, 'JHU968', () => found)
})

it('[T21] [QUOTE-14] [HOLDER-05] [PAY-04] an address that contains a web address is refused everywhere', async () => {
  const { client, quote, prospect, amend, bind } = await ratedCustomer(world)
  const refund = 'Your refund is waiting: https://evil.example/refund'
  const home = { ...quote.car.address, addressId: '', signature: '' }
  const { addressInFreeForm } = home
  for (const evil of [
    { ...home, addressInFreeForm: { ...addressInFreeForm, addressLine1: refund } },
    { ...home, addressInFreeForm: { ...addressInFreeForm, addressLine2: 'www.evil.example' } },
    { ...home, suburb: refund },
    { ...home, city: refund },
  ]) {
    const car = { ...quote.car, address: evil }
    const answers = [
      await client.call('quoteCreate', { body: policyholdersBody(quote, { addressDetails: evil }) }),
      await amend(ratedBody(quote.id, car)),
      await bind(bindBody({ ...quote, car })),
    ]
    for (const { status, json } of answers) {
      expect([status, json]).toMatchObject([400, { code: 'MALFORMED' }])
      expect(JSON.stringify(json)).toMatch(/addressInFreeForm","message":"contains a web address/)
    }
    await expect(saveCar(client, quote.id, 'JHU968', () => evil)).rejects.toThrow('contains a web address')
  }
  const body = { addressInFreeForm: { addressLine1: '9 Page Street' } }
  for (const call of ['addressRisk', 'addressPostal'] as const)
    expect((await client.call(call, { body })).ok().data.attributes.status).toBe('NOT_FOUND')

  // A stored one is returned unchanged, so that its owner can correct it.
  await world.query(
    `update quote set risk_address = jsonb_set(risk_address::jsonb, '{city}', to_jsonb($2::text)) where id = $1`,
    [quote.id, refund],
  )
  const kept = (await prospect()).ok()
  expect(kept.addressDetails[0]?.city).toBe(refund)
})

it('[EDGE-18] [EDGE-07] [EDGE-08] a found address sent back without its town, as in the specification, is accepted', async () => {
  const { client, quote, amend } = await ratedCustomer(world)
  const { city, ...bare } = await findAddress(client)
  expect([city, bare.signature.length <= 200]).toEqual(['Cambridge', true])
  const stored = async () =>
    (await world.query('select risk_address, policyholders from quote where id = $1', [quote.id]))[0]
  const whole = { addressId: bare.addressId, signature: bare.signature, city }
  await saveCar(client, quote.id, 'JHU968', () => bare)
  expect((await stored()).risk_address).toMatchObject(whole)
  for (const address of [bare, { ...bare, city }])
    (await amend(ratedBody(quote.id, { ...quote.car, address }))).ok()
  const letters = policyholdersBody(quote, { addressDetails: bare })
  ;(await client.call('quoteCreate', { body: letters })).ok()
  expect((await stored()).policyholders.postalAddress).toMatchObject(whole)
})

it('[EDGE-18] [EDGE-07] another suburb, town or house number than was found breaks the signature, in it or beside it', async () => {
  const client = await world.browser()
  const { id } = await register(client)
  const found = await findAddress(client)
  const [seal = ''] = found.signature.split('.')
  const kept = async (change: Partial<Address>) => {
    await saveCar(client, id, 'JHU968', () => ({ ...found, ...change }))
    const rows = await world.query('select risk_address from quote where id = $1', [id])
    return rows[0].risk_address
  }
  const typed = { addressId: '', signature: '' }
  expect(await kept({})).toMatchObject({ addressId: found.addressId })
  expect(await kept({ suburb: 'Invercargill' })).toMatchObject({ ...typed, suburb: 'Invercargill' })
  // An insurer reads the separate parts.
  const addressInBrokenDownForm = { ...found.addressInBrokenDownForm, streetNumber: '1' }
  expect(await kept({ addressInBrokenDownForm })).toMatchObject(typed)
  const elsewhere = `${seal}.${Buffer.from('Hamilton').toString('base64url')}`
  expect(await kept({ city: 'Hamilton' })).toMatchObject({ ...typed, city: 'Hamilton' })
  expect(await kept({ city: '', signature: elsewhere })).toMatchObject({ ...typed, city: '' })
  expect(await kept({ city: 'Hamilton', signature: elsewhere })).toMatchObject(typed)
  expect(await kept({ signature: `${found.signature}A` })).toMatchObject(typed)
  expect(await kept({ city: '', signature: seal })).toMatchObject(typed)
  expect(await kept({ signature: seal })).toMatchObject(typed)
})
