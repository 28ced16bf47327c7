/** Can this be a bank account? The yes or no of journey/bank-account-check.ts, for the payment page's hint (PAY-02). */
import { accountDoubt } from './bank-account-check.ts'

/** @param account with hyphens, '01-0902-0068389-00' */
export const canBeAccount = (account: string): boolean =>
  account.split('-').length === 4 && accountDoubt(account) === null
