/** POST /vero/address/postal: the addresses a search may mean, as the address letters go to (EDGE-07). */
import type { Handler } from '#server/lib/context.ts'
import { searchAddress } from '#server/quotes/address-search.ts'

export const addressPostal: Handler<'addressPostal'> = ({ body }, services) =>
  searchAddress(body, 'POSTAL', services)
