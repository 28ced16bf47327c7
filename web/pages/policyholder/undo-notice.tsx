/** The message below a control of step 4 that says what it changed, with an 'Undo' button. */

import { useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { policyholderText as words } from '#web/content/policyholder.ts'
import styles from './policyholder-page.module.css'
import type { Undo } from './use-undo.ts'

/** @param backTo of the line that stands here, when there is one */
export function UndoNotice({ undo, backTo }: { undo: Undo; backTo: string }) {
  const line = undo.line?.backTo === backTo && undo.line
  // Once said it keeps its place: when it goes, nothing is to move under the finger that is on its Undo or further down.
  const [hasPlace, setPlace] = useState(false)
  if (line && !hasPlace) setPlace(true)
  return (
    <p role="status" className={hasPlace ? styles.undo : 'hear'}>
      {line && (
        <>
          <span>{line.text}</span>{' '}
          <Button kind="quiet" onPress={undo.take}>
            {words.undo}
          </Button>
        </>
      )}
    </p>
  )
}
