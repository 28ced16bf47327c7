/** The list of one to five policyholders in step 4, with the buttons to add and remove them. */

import { Fragment } from 'react'
import { maximumPolicyholders } from '#journey/people.ts'
import { Button } from '#web/components/button.tsx'
import { Tooltip } from '#web/components/tooltip.tsx'
import type { FormHandle } from '#web/components/use-form.ts'
import { policyholderText as words } from '#web/content/policyholder.ts'
import { useAnswersSelector, useDraft } from '#web/features/draft/draft-store.ts'
import { usePeopleList } from '#web/features/people-list/use-people-list.ts'
import { type UndoHandle, UndoStatus } from '#web/features/people-list/use-undo.tsx'
import { newPolicyholder } from './edit-policyholders.ts'
import styles from './policyholder-page.module.css'
import { PolicyholderSection, policyholderHeadingId } from './policyholder-section.tsx'

export interface PolicyholderListProps {
  readonly undo: UndoHandle
  readonly moveErrors: FormHandle['moveErrors']
}

export function PolicyholderList({ undo, moveErrors }: PolicyholderListProps) {
  const draft = useDraft()
  const count = useAnswersSelector(({ policyholders }) => policyholders.policyholders.length)
  const { add, remove } = usePeopleList({
    path: 'policyholders.policyholders',
    maximum: maximumPolicyholders,
    newPerson: newPolicyholder,
    people: () => draft.answers().policyholders.policyholders,
    setPeople: policyholders => draft.setAnswers({ policyholders: { policyholders } }),
    headingId: policyholderHeadingId,
    focusAfterRemoval: index => policyholderHeadingId(index - 1),
    removalNotice: (index, countBefore) => ({
      text: (index === countBefore - 1 ? words.removed : words.removedBefore)(index + 1),
      place: policyholderHeadingId(index),
    }),
    undo,
    moveErrors,
  })
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields follow their index
        <Fragment key={index}>
          <PolicyholderSection index={index} onRemove={remove} />
          {/* In the place of the removed person. */}
          <UndoStatus undo={undo} place={policyholderHeadingId(index + 1)} />
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
