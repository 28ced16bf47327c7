/** POST /vero/address/risk: the addresses a search may mean, as the place the car is kept (EDGE-07). */
import type { Handler } from '#server/lib/context.ts'
import { searchAddress } from '#server/quotes/address-search.ts'

export const addressRisk: Handler<'addressRisk'> = ({ body }, services) =>
  searchAddress(body, 'RISK', services)
