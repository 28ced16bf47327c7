/** The failure view inside the wizard: what went wrong, the next move first, and no fear of paying twice (PAY-05, D4). */
import { restartView } from '#journey/steps.ts'
import { Button } from '#web/form/button.tsx'
import { RoadSign } from '#web/frame/signs.tsx'
import { StepFrame } from '#web/frame/step-frame.tsx'
import { useWizard } from '#web/wizard.tsx'
import { paymentWords as words } from '#web/words/payment.ts'
import styles from './payment-step.module.css'

export function PaymentFailure() {
  const wizard = useWizard()
  return (
    <StepFrame step="payment" title={words.failureTitle} purpose={words.failureText}>
      <div className={styles.failure}>
        <RoadSign sign="detour" />
        <div className={styles.block}>
          <p>{words.failureKept}</p>
          <p>{words.failureSafe}</p>
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
