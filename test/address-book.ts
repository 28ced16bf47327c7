/** Inserts addresses into a test's database as an import would, for tests of the address search. */
import type pg from 'pg'
import { type AddressRecord, beginImport } from '#db/address-import/build-edition.ts'
import type { Address } from '#journey/address.ts'
import { suffixName } from '#journey/address-words.ts'

export type KnownAddress = Pick<
  Address,
  'addressId' | 'suburb' | 'city' | 'postcode' | 'addressInBrokenDownForm'
>

/** Replaces all addresses. */
export async function fillAddressBook(pool: pg.Pool, addresses: readonly KnownAddress[]): Promise<void> {
  const client = await pool.connect()
  try {
    const begun = await beginImport(client, addresses.map(({ addressId }) => addressId).join())
    if (typeof begun === 'string') throw new Error(`the import is ${begun}`)
    await begun.saveBatch({ addresses: addresses.map(bookAddress), position: 1, unreadable: 0 })
    await begun.finish()
  } finally {
    client.release(true)
  }
}

function bookAddress({
  addressId,
  suburb,
  city,
  postcode,
  addressInBrokenDownForm: parts,
}: KnownAddress): AddressRecord {
  return {
    id: addressId,
    street: {
      name: parts.streetName,
      type: parts.streetType,
      suffix: suffixName(parts.streetSuffixCode),
      suburb,
      city,
      postcode,
    },
    houseNumber: Number.parseInt(parts.streetNumber, 10),
    house: parts.streetNumber,
    unitType: parts.unitType,
    unitNumber: parts.unitNumber,
    levelType: parts.levelType,
    levelNumber: parts.levelNumber,
  }
}
