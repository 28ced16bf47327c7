/** POST /vero/address/risk: the addresses that match a search, for the overnight address of the car. */
import type { Handler } from '#server/lib/context.ts'
import { searchAddress } from '#server/quotes/address-search.ts'

export const addressRisk: Handler<'addressRisk'> = ({ body }, services) =>
  searchAddress(body, 'RISK', services)
