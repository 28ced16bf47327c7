/** The list of one to five policyholders in step 4, with the buttons to add and remove them. */

import { Fragment } from 'react'
import { maximumPolicyholders } from '#journey/people.ts'
import type { PolicyholderForm } from '#journey/questions/policyholders.ts'
import { Button } from '#web/components/button.tsx'
import { Tooltip } from '#web/components/tooltip.tsx'
import type { FormHandle } from '#web/components/use-form.ts'
import { policyholderText as words } from '#web/content/policyholder.ts'
import { useAnswersSelector, useDraft } from '#web/features/draft/draft-store.ts'
import {
  addPolicyholder,
  removePolicyholder,
  returnPolicyholder,
  withoutPolicyholder,
  withRoomAt,
} from './edit-policyholders.ts'
import styles from './policyholder-page.module.css'
import { PolicyholderSection, policyholderHeadingId } from './policyholder-section.tsx'
import { UndoNotice } from './undo-notice.tsx'
import { focusOn, type Undo } from './use-undo.ts'

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index)

export interface HoldersProps {
  readonly form: Pick<FormHandle, 'moveErrors'>
  readonly undo: Undo
}

export function PolicyholderList({ form, undo }: HoldersProps) {
  const draft = useDraft()
  const count = useAnswersSelector(({ policyholders }) => policyholders.policyholders.length)
  const people = () => draft.answers().policyholders.policyholders
  const setPeople = (policyholders: readonly PolicyholderForm[]) =>
    draft.setAnswers({ policyholders: { policyholders } })
  const add = () => {
    setPeople(addPolicyholder(people()))
    undo.clear()
    focusOn(policyholderHeadingId(count))
  }
  const remove = (index: number) => {
    const removed = people()[index]
    if (!removed) return
    const number = index + 1
    form.moveErrors(withoutPolicyholder(index))
    setPeople(removePolicyholder(people(), index))
    undo.offer({
      text: number === count ? words.removed(number) : words.removedBefore(number),
      undo() {
        form.moveErrors(withRoomAt(index))
        setPeople(returnPolicyholder(people(), index, removed))
      },
      backTo: policyholderHeadingId(index),
    })
    focusOn(policyholderHeadingId(index - 1))
  }
  return (
    <>
      {indexes(count).map(index => (
        <Fragment key={index}>
          <PolicyholderSection index={index} onRemove={remove} />
          {/* In the place of the removed one. */}
          <UndoNotice undo={undo} backTo={policyholderHeadingId(index + 1)} />
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
