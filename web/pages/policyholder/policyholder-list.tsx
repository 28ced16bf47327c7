/** One to five policyholders, and the buttons that make them more or fewer (HOLDER-02). */
import { Fragment } from 'react'
import { maximumPolicyholders } from '#journey/people.ts'
import { holderNumbers } from '#journey/questions/policyholders.ts'
import { Button } from '#web/components/button.tsx'
import { Toggletip } from '#web/components/tooltip.tsx'
import type { StepForm } from '#web/components/use-form.ts'
import { policyholderWords as words } from '#web/content/policyholder.ts'
import { useDraft, useFromAnswers } from '#web/features/draft/draft-store.ts'
import { addPatch, removePatch, returnPatch, withoutHolder, withRoomAt } from './edit-policyholders.ts'
import styles from './policyholder-page.module.css'
import { Holder, headingId } from './policyholder-section.tsx'
import { UndoLine } from './undo-notice.tsx'
import { focusOn, type Undo } from './use-undo.ts'

export interface HoldersProps {
  readonly form: Pick<StepForm, 'moveProblems'>
  readonly undo: Undo
}

export function Holders({ form, undo }: HoldersProps) {
  const draft = useDraft()
  const numbers = useFromAnswers(holderNumbers)
  const count = numbers.length
  const add = () => {
    draft.setAnswers(addPatch(draft.answers()))
    undo.clear()
    focusOn(headingId(count + 1))
  }
  const remove = (number: number) => {
    const before = draft.answers()
    form.moveProblems(withoutHolder(number))
    draft.setAnswers(removePatch(before, number))
    undo.offer({
      text: number === count ? words.removed(number) : words.removedBefore(number),
      undo() {
        form.moveProblems(withRoomAt(number))
        draft.setAnswers(returnPatch(draft.answers(), number, before))
      },
      backTo: headingId(number),
    })
    focusOn(headingId(number - 1))
  }
  return (
    <>
      {numbers.map(number => (
        <Fragment key={number}>
          <Holder number={number} onRemove={remove} />
          {/* Where the removed one was. */}
          <UndoLine undo={undo} backTo={headingId(number + 1)} />
        </Fragment>
      ))}
      <p className={styles.authority}>
        {words.authorityShort} <Toggletip label={words.authorityLabel}>{words.authority}</Toggletip>
      </p>
      {count < maximumPolicyholders && (
        <div>
          <Button kind="secondary" onPress={add}>
            {words.add}
          </Button>
        </div>
      )}
    </>
  )
}
