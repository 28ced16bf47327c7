/**
 * The bank account fields of step 5 (payment). An account number that cannot exist gets a hint, not an error.
 */

import { accountWarning, formatBankAccountInput, isAccountNumber } from '#journey/bank-account.ts'
import { CheckboxField } from '#web/components/checkbox-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { bankDetailsText, paymentText as words } from '#web/content/payment.ts'
import { useAnswersSelector } from '#web/features/draft/draft-store.ts'
import { PaymentStartField } from '#web/features/payment-start/payment-start-field.tsx'
import styles from './payment-page.module.css'

export function BankAccountFields() {
  const isDoubtful = useAnswersSelector(answers => {
    const account = answers.payment.bank.accountNumber.trim()
    return isAccountNumber(account) && accountWarning(account) !== null
  })
  return (
    <section className={`stack gap-5 ${styles.block}`} aria-labelledby="bank-heading">
      <h2 id="bank-heading">{bankDetailsText.title}</h2>
      <TextField
        field="payment.bank.accountName"
        label={words.accountName}
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <TextField
        field="payment.bank.accountNumber"
        label={words.accountNumber}
        hint={bankDetailsText.accountHint}
        inputMode="numeric"
        enterKeyHint="next"
        // No maxlength: the browser would cut a paste with words around it. The formatter keeps 19 characters.
        transform={formatBankAccountInput}
      />
      <p role="status" className={`live-region ${styles.doubt}`}>
        {isDoubtful && bankDetailsText.accountDoubt}
      </p>
      <TextField
        field="payment.bank.accountAuthorizer"
        label={words.authoriser}
        hint={bankDetailsText.authoriserHint}
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <CheckboxField field="payment.bank.authorised" label={words.authorised} />
      <PaymentStartField hint="bankHint" />
    </section>
  )
}
