/** The popup before the first question: what a quote is, what must be told, and that nobody is advised (CAR-01). */
import { useEffect, useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { importantWords as words } from '#web/content/important-information.ts'
import { useDraft, useFromFacts } from '#web/features/draft/draft-store.ts'

export function ImportantDialog() {
  const draft = useDraft()
  const importantRead = useFromFacts(facts => facts.importantRead)
  // Only the browser knows whether this tab has read it; the server must not decide.
  const [inBrowser, setInBrowser] = useState(false)
  useEffect(() => setInBrowser(true), [])
  const understood = () => draft.setFacts({ importantRead: true })
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
