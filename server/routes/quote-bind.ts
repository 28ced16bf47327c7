/** POST /vero/quote/bind: buys the policy by bank direct debit. */
import type { Handler } from '#server/lib/context.ts'
import { bindByBank } from '#server/purchase/bind-by-bank.ts'

export const quoteBind: Handler<'quoteBind'> = ({ body, visitor }, services) =>
  bindByBank(body, visitor, services)
