/** The use, modification and finance questions of step 1. Some answers decline the customer. */

import type { ClientDecline } from '#contract/client-declines.ts'
import { lenders } from '#journey/lenders.ts'
import { YesNoField } from '#web/components/radio-group.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { carFieldLabels, carUseText } from '#web/content/car.ts'
import { useAnswer, useDraft } from '#web/features/draft/draft-store.ts'
import css from './car.module.css'

const lenderOptions = lenders.map(lender => ({ value: lender, label: lender }))

function ModificationExamples() {
  return (
    <details className={css.examples}>
      <summary className="summary-small">{carUseText.modificationExamples}</summary>
      <ul>
        {carUseText.modificationList.map(example => (
          <li key={example}>{example}</li>
        ))}
      </ul>
    </details>
  )
}

/** @param onDecline called for an answer with which the car cannot be insured */
export function UsageQuestions({ onDecline }: { onDecline: (reason: ClientDecline) => void }) {
  const draft = useDraft()
  const isFinanced = useAnswer('car.isFinanced') === 'YES'
  const declineAtYes = (reason: ClientDecline) => (answer: 'YES' | 'NO') => {
    if (answer === 'YES') onDecline(reason)
  }
  return (
    <>
      <YesNoField
        field="car.businessUse"
        legend={carFieldLabels.businessUse}
        hint={carUseText.businessUseHint}
        onChoose={declineAtYes('BUSINESS_USE')}
      />
      <YesNoField
        field="car.modification"
        legend={carFieldLabels.modification}
        hint={carUseText.modificationHint}
        details={<ModificationExamples />}
        onChoose={declineAtYes('MODIFIED')}
      />
      <YesNoField
        field="car.isFinanced"
        legend={carFieldLabels.isFinanced}
        hint={carUseText.isFinancedHint}
        onChoose={answer => {
          if (answer === 'NO') draft.setAnswer('car.financeCompany', '')
        }}
      />
      {isFinanced ? (
        <SelectField
          field="car.financeCompany"
          label={carFieldLabels.financeCompany}
          hint={carUseText.financeCompanyHint}
          options={lenderOptions}
        />
      ) : null}
    </>
  )
}
