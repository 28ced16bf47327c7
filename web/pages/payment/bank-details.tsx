/** The form of step 5 below the first viewport: the account, and its first debits. */

import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { useRequireConfirmedPrice } from '#web/features/pricing/use-require-confirmed-price.ts'
import { BankAccountFields } from './bank-account-fields.tsx'
import { FirstDebits } from './first-debits.tsx'

export function BankDetails({ quote }: { quote: QuoteAttributes | undefined }) {
  useRequireConfirmedPrice()
  return (
    <>
      <BankAccountFields />
      {quote && <FirstDebits quote={quote} />}
    </>
  )
}
