/** The failure view inside the wizard: what went wrong, the next move first, and no fear of paying twice (PAY-05, D4). */
import { restartView } from '#journey/steps.ts'
import { useWizard } from '#web/app/navigation.tsx'
import { Button } from '#web/components/button.tsx'
import { failureWords as words } from '#web/content/payment-failed.ts'
import { useFromFacts } from '#web/features/draft/draft-store.ts'
import { RoadSign } from '#web/layout/status-icons.tsx'
import { StepFrame } from '#web/layout/step-layout.tsx'
import styles from './payment-page.module.css'

export function PaymentFailure() {
  const wizard = useWizard()
  const isQuoteOutdated = useFromFacts(facts => facts.isQuoteOutdated)
  return (
    <StepFrame step="payment" title={words.title} purpose={words.text}>
      <div className={styles.failure}>
        <RoadSign sign="detour" />
        <div className={styles.block}>
          <p>{words.kept}</p>
          <p>{isQuoteOutdated ? words.outdated : words.safe}</p>
          <div className={styles.buttons}>
            <Button onPress={() => wizard.move('back-to-direct-debit')}>{words.proceed}</Button>
            <Button kind="secondary" onPress={() => wizard.go(restartView)}>
              {words.backToQuote}
            </Button>
          </div>
        </div>
      </div>
    </StepFrame>
  )
}
