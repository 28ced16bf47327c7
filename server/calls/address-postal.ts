/** POST /vero/address/postal: the addresses a search may mean, as the address letters go to (EDGE-07). */

import { searchAddress } from '#server/address-search.ts'
import type { Handler } from '#server/context.ts'

export const addressPostal: Handler<'addressPostal'> = ({ body }, services) =>
  searchAddress(body, 'POSTAL', services)
