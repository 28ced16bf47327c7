/** How the car is used, changed and owed for: the answers that may end the journey, and the lender (CAR-06, CAR-08). */
import { lenders } from '#journey/lenders.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { YesNo } from '#web/components/yes-no-field.tsx'
import { carFields } from '#web/content/car.ts'
import { carUseWords } from '#web/content/car-use.ts'
import { useAnswer, useDraft } from '#web/features/draft/draft-store.ts'
import css from './car.module.css'

const lenderOptions = lenders.map(lender => ({ value: lender, label: lender }))

function ModificationExamples() {
  return (
    <details className={css.examples}>
      <summary>{carUseWords.modificationExamples}</summary>
      <ul>
        {carUseWords.modificationList.map(example => (
          <li key={example}>{example}</li>
        ))}
      </ul>
    </details>
  )
}

/** @param onSorry an answer was given with which the car cannot be insured */
export function UsageQuestions({ onSorry }: { onSorry: () => void }) {
  const draft = useDraft()
  const isFinanced = useAnswer('isFinanced') === 'YES'
  const sorryAtYes = (answer: 'YES' | 'NO') => {
    if (answer === 'YES') onSorry()
  }
  return (
    <>
      <YesNo
        field="businessUse"
        legend={carFields.businessUse}
        hint={carUseWords.businessUseHint}
        onChoose={sorryAtYes}
      />
      <YesNo
        field="modification"
        legend={carFields.modification}
        hint={carUseWords.modificationHint}
        details={<ModificationExamples />}
        onChoose={sorryAtYes}
      />
      <YesNo
        field="isFinanced"
        legend={carFields.isFinanced}
        hint={carUseWords.isFinancedHint}
        onChoose={answer => {
          if (answer === 'NO') draft.setAnswers({ financeCompany: undefined })
        }}
      />
      {isFinanced ? (
        <SelectField
          field="financeCompany"
          label={carFields.financeCompany}
          hint={carUseWords.financeCompanyHint}
          options={lenderOptions}
        />
      ) : null}
    </>
  )
}
