/**
 * The 'Important information' dialog before the first question: the quote, the duty of disclosure, and
 * that we give no advice.
 */

import { useEffect, useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { importantInformationText as words } from '#web/content/car.ts'
import { useDraft, useDraftState } from '#web/features/draft/draft-store.ts'

export function ImportantInformationDialog() {
  const draft = useDraft()
  const importantRead = useDraftState(draftState => draftState.importantRead)
  // Only the browser knows whether this tab has shown it, so it is not rendered on the server.
  const [inBrowser, setInBrowser] = useState(false)
  useEffect(() => setInBrowser(true), [])
  const understood = () => draft.setState({ importantRead: true })
  return (
    <Dialog
      title={words.title}
      open={inBrowser && !importantRead}
      onClose={understood}
      closeButton={false}
      actions={<Button onPress={understood}>{words.button}</Button>}
    >
      {words.parts.map(part => (
        <section key={part.heading}>
          <h3>{part.heading}</h3>
          <p>{part.text}</p>
        </section>
      ))}
    </Dialog>
  )
}
