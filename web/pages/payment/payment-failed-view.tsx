/**
 * The failure view of step 5: what failed, the next action first, and that the customer does not pay
 * twice.
 */

import { restartView } from '#journey/steps.ts'
import { useNavigation } from '#web/app/navigation.tsx'
import { Button } from '#web/components/button.tsx'
import { paymentFailedText as words } from '#web/content/payment.ts'
import { useDraftState } from '#web/features/draft/draft-store.ts'
import { StatusIcon } from '#web/layout/status-icons.tsx'
import { StepLayout } from '#web/layout/step-layout.tsx'
import styles from './payment-page.module.css'

export function PaymentFailedView() {
  const navigation = useNavigation()
  const isQuoteOutdated = useDraftState(draftState => draftState.isQuoteOutdated)
  return (
    <StepLayout step="payment" title={words.title} purpose={words.text}>
      <div className={styles.failure}>
        <StatusIcon sign="detour" />
        <div className={styles.block}>
          <p>{words.kept}</p>
          <p>{isQuoteOutdated ? words.outdated : words.safe}</p>
          <div className={styles.buttons}>
            <Button onPress={() => navigation.move('back-to-direct-debit')}>{words.proceed}</Button>
            <Button kind="secondary" onPress={() => navigation.goTo(restartView)}>
              {words.backToQuote}
            </Button>
          </div>
        </div>
      </div>
    </StepLayout>
  )
}
