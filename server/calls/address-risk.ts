/** POST /vero/address/risk: the addresses a search may mean, as the place the car is kept (EDGE-07). */

import { searchAddress } from '#server/address-search.ts'
import type { Handler } from '#server/context.ts'

export const addressRisk: Handler<'addressRisk'> = ({ body }, services) =>
  searchAddress(body, 'RISK', services)
