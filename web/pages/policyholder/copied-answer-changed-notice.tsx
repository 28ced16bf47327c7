/** The notice below a 'copy' switch of step 4 that was turned off, because the copied answers changed. */

import { useEffect } from 'react'
import { useAnswer, useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import styles from './policyholder-page.module.css'

const marks = {
  'policyholders.useMainDriver': 'isDriverCopyStale',
  'policyholders.useVehicleAddress': 'isAddressCopyStale',
} as const

export function CopiedAnswerChangedNotice({
  field,
  children,
}: {
  field: keyof typeof marks
  children: string
}) {
  const draft = useDraft()
  const mark = marks[field]
  const isStale = useDraftState(draftState => draftState[mark] === true)
  const isCopied = useAnswer(field) === 'YES'
  useEffect(() => {
    if (isCopied) draft.setState({ [mark]: undefined })
  }, [draft, mark, isCopied])
  return isStale && !isCopied ? <p className={styles.told}>{children}</p> : null
}
