/** Inserts addresses into a test's database as an import would, for tests of the address search. */
import type { Kysely } from 'kysely'
import { type AddressRecord, replaceAddressBook } from '#db/address-import/replace-address-book.ts'
import type { Schema } from '#db/schema.ts'
import type { Address } from '#journey/address.ts'
import { streetSuffixName } from '#journey/address-words.ts'

export type KnownAddress = Pick<
  Address,
  'addressId' | 'suburb' | 'city' | 'postcode' | 'addressInBrokenDownForm'
>

/** Replaces all addresses. */
export async function fillAddressBook(db: Kysely<Schema>, addresses: readonly KnownAddress[]): Promise<void> {
  const hash = addresses.map(({ addressId }) => addressId).join()
  await replaceAddressBook(db, hash, edition => edition.add(addresses.map(bookAddress)))
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
      suffix: streetSuffixName(parts.streetSuffixCode),
      suburb,
      city,
      postcode,
    },
    house_number: Number.parseInt(parts.streetNumber, 10),
    house: parts.streetNumber,
    unit_type: parts.unitType,
    unit_number: parts.unitNumber,
    level_type: parts.levelType,
    level_number: parts.levelNumber,
  }
}
