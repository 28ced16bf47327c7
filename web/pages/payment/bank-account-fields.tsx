/** The account debits come from, and who allows it (PAY-02). A number that cannot be right gets a hint, never a no. */

import { isAccountNumber } from '#journey/bank-account.ts'
import { accountDoubt } from '#journey/bank-account-check.ts'
import { addDays, typedDay } from '#journey/dates.ts'
import { paymentStartWithinDays } from '#journey/payment.ts'
import { startDateOf } from '#journey/questions/cover-choice.ts'
import { answerOf } from '#journey/questions/validation-error.ts'
import { typeAccount } from '#journey/read-bank-account.ts'
import { CheckField } from '#web/components/checkbox-field.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { bankWords } from '#web/content/bank-details.ts'
import { paymentWords as words } from '#web/content/payment.ts'
import { useFromAnswers } from '#web/features/draft/draft-store.ts'
import { today } from '#web/lib/server-clock.ts'
import styles from './payment-page.module.css'

export function BankFields() {
  const isDoubtful = useFromAnswers(answers => {
    const account = answerOf(answers, 'accountNumber')
    return isAccountNumber(account) && accountDoubt(account) !== null
  })
  const start = useFromAnswers(answers => startDateOf(answers, today()))
  return (
    <section className={styles.block} aria-labelledby="bank-heading">
      <h2 id="bank-heading">{bankWords.title}</h2>
      <TextField field="accountName" label={words.accountName} autoCapitalize="words" enterKeyHint="next" />
      <TextField
        field="accountNumber"
        label={words.accountNumber}
        hint={bankWords.accountHint}
        inputMode="numeric"
        enterKeyHint="next"
        // No length here: a browser would cut what is pasted with words around it. The reading keeps to 19 characters.
        transform={typeAccount}
      />
      <p role="status" className={styles.doubt}>
        {isDoubtful && bankWords.accountDoubt}
      </p>
      <TextField
        field="accountAuthorizer"
        label={words.authoriser}
        hint={bankWords.authoriserHint}
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <CheckField field="authorised" label={words.authorised} />
      <DateField
        field="paymentStartDate"
        label={words.paymentStart}
        hint={bankWords.paymentStartHint(typedDay(start), typedDay(addDays(start, paymentStartWithinDays)))}
      />
    </section>
  )
}
