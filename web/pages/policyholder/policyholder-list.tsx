/** The list of one to five policyholders in step 4, with the buttons to add and remove them. */

import { Fragment } from 'react'
import { maximumPolicyholders } from '#journey/people.ts'
import { policyholderNumbers } from '#journey/questions/policyholders.ts'
import { Button } from '#web/components/button.tsx'
import { Tooltip } from '#web/components/tooltip.tsx'
import type { FormHandle } from '#web/components/use-form.ts'
import { policyholderText as words } from '#web/content/policyholder.ts'
import { useAnswersSelector, useDraft } from '#web/features/draft/draft-store.ts'
import {
  addPolicyholderPatch,
  removePolicyholderPatch,
  returnPatch,
  withoutHolder,
  withRoomAt,
} from './edit-policyholders.ts'
import styles from './policyholder-page.module.css'
import { PolicyholderSection, policyholderHeadingId } from './policyholder-section.tsx'
import { UndoNotice } from './undo-notice.tsx'
import { focusOn, type Undo } from './use-undo.ts'

export interface HoldersProps {
  readonly form: Pick<FormHandle, 'moveProblems'>
  readonly undo: Undo
}

export function PolicyholderList({ form, undo }: HoldersProps) {
  const draft = useDraft()
  const numbers = useAnswersSelector(policyholderNumbers)
  const count = numbers.length
  const add = () => {
    draft.setAnswers(addPolicyholderPatch(draft.answers()))
    undo.clear()
    focusOn(policyholderHeadingId(count + 1))
  }
  const remove = (number: number) => {
    const before = draft.answers()
    form.moveProblems(withoutHolder(number))
    draft.setAnswers(removePolicyholderPatch(before, number))
    undo.offer({
      text: number === count ? words.removed(number) : words.removedBefore(number),
      undo() {
        form.moveProblems(withRoomAt(number))
        draft.setAnswers(returnPatch(draft.answers(), number, before))
      },
      backTo: policyholderHeadingId(number),
    })
    focusOn(policyholderHeadingId(number - 1))
  }
  return (
    <>
      {numbers.map(number => (
        <Fragment key={number}>
          <PolicyholderSection number={number} onRemove={remove} />
          {/* Where the removed one was. */}
          <UndoNotice undo={undo} backTo={policyholderHeadingId(number + 1)} />
        </Fragment>
      ))}
      <p className={styles.authority}>
        {words.authorityShort} <Tooltip label={words.authorityLabel}>{words.authority}</Tooltip>
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
