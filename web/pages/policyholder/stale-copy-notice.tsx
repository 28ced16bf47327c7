/** The notice below a 'copy' switch of step 4 that was turned off, because the copied answers changed. */

import { useEffect } from 'react'
import { staleCopyField } from '#journey/questions/stale-copies.ts'
import { useAnswer, useDraft } from '#web/features/draft/draft-store.ts'
import styles from './policyholder-page.module.css'

export function StaleCopyNotice({ field, children }: { field: string; children: string }) {
  const draft = useDraft()
  const mark = staleCopyField(field)
  const isOld = useAnswer(mark) === 'YES'
  const isCopied = useAnswer(field) === 'YES'
  useEffect(() => {
    if (isCopied) draft.setAnswers({ [mark]: undefined })
  }, [draft, mark, isCopied])
  return isOld && !isCopied ? <p className={styles.told}>{children}</p> : null
}
