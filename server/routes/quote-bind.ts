/** POST /vero/quote/bind: the policy, paid by bank direct debit (EDGE-13). */
import type { Handler } from '#server/lib/context.ts'
import { bindByBank } from '#server/purchase/bind-by-bank.ts'

export const quoteBind: Handler<'quoteBind'> = ({ body, visitor }, services) =>
  bindByBank(body, visitor, services)
