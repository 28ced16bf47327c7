/** One to five policyholders, and the two buttons that make them more or fewer (HOLDER-02). */
import { holderNumbers } from '#journey/answers/holders.ts'
import { maximumPolicyholders } from '#journey/people.ts'
import { useDraft, useFromAnswers } from '#web/draft.ts'
import { Button } from '#web/form/button.tsx'
import { Toggletip } from '#web/form/toggletip.tsx'
import { policyholderWords as words } from '#web/words/policyholder.ts'
import { Holder, headingId } from './holder.tsx'
import { addPatch, removePatch, undoOf } from './holder-fields.ts'
import styles from './policyholder-step.module.css'
import { UndoLine } from './undo-line.tsx'
import { focusOn, type Undo } from './use-undo.ts'

export function Holders({ undo }: { undo: Undo }) {
  const draft = useDraft()
  const numbers = useFromAnswers(holderNumbers)
  const count = numbers.length
  const add = () => {
    draft.setAnswers(addPatch(draft.answers()))
    undo.clear()
    focusOn(headingId(count + 1))
  }
  const remove = () => {
    const patch = removePatch(draft.answers())
    const back = undoOf(draft.answers(), patch)
    draft.setAnswers(patch)
    undo.offer({
      text: words.removed(count),
      undo: () => draft.setAnswers(back),
      backTo: headingId(count),
    })
    focusOn(headingId(count - 1))
  }
  return (
    <>
      {numbers.map(number => (
        <Holder key={number} number={number} />
      ))}
      <p className={styles.authority}>
        {words.authorityShort} <Toggletip label={words.authorityLabel}>{words.authority}</Toggletip>
      </p>
      <div className={styles.more}>
        {count < maximumPolicyholders && (
          <Button kind="secondary" onPress={add}>
            {words.add}
          </Button>
        )}
        {count > 1 && (
          <Button kind="quiet" onPress={remove}>
            {words.remove}
          </Button>
        )}
      </div>
      <UndoLine undo={undo} backTo={headingId(count + 1)} />
    </>
  )
}
