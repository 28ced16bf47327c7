/** 'Confirm it's you': who opens a quote in another browser sees its people only after date of birth and postcode (D2). */
import { useEffect, useRef, useState } from 'react'
import { readPostcode } from '#journey/address.ts'
import { parseTypedDay } from '#journey/dates.ts'
import { ownerProblems } from '#journey/questions/identity.ts'
import { type Answers, answerOf } from '#journey/questions/validation-error.ts'
import { useApi } from '#web/api/client.ts'
import { useWizard } from '#web/app/navigation.tsx'
import { Button } from '#web/components/button.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { Form } from '#web/components/form.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useStepForm } from '#web/components/use-form.ts'
import { ownerWords } from '#web/content/identity.ts'
import { ownerMessages } from '#web/content/messages/identity.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { openProspect, prospectByOwner } from '#web/features/quote-access/find-quote.ts'
import { useSession } from '#web/features/session/session.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import { opensElsewhere } from '#web/lib/is-modified-click.ts'
import { today } from '#web/lib/server-clock.ts'
import css from './car.module.css'

const dateOfBirth = 'owner.dateOfBirth'
const postcode = 'owner.postcode'
export const personLabel = (field: string): string =>
  field === postcode ? ownerWords.postcode : ownerWords.dateOfBirth

export function ConfirmPerson({ quoteNumber }: { quoteNumber: string }) {
  const api = useApi()
  const draft = useDraft()
  const session = useSession()
  const wizard = useWizard()
  const announce = useAnnounce()
  const [isBusy, setIsBusy] = useState(false)
  /** An object of its own for each failed press, so that the focus goes to the same words again. */
  const [problem, setProblem] = useState<{ readonly text: string } | null>(null)
  const told = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (problem) told.current?.focus()
  }, [problem])
  const form = useStepForm((answers: Answers) => ownerProblems(answers, today()), ownerMessages, personLabel)

  async function confirm(): Promise<void> {
    const answers = draft.answers()
    const day = parseTypedDay(answerOf(answers, dateOfBirth))
    if (!day) return
    const known = { quoteNumber, dateOfBirth: day, postcode: answerOf(answers, postcode) }
    // With another plate the page is about another car.
    const isWanted = () => wizard.isHere() && draft.answers().plate === answers.plate
    const found = await prospectByOwner(api, known)
    if (!isWanted()) return
    if (!found) return setProblem({ text: ownerWords.confirmFailed })
    if (found === 'not-asked') return setProblem({ text: ownerWords.unchecked })
    setProblem(null)
    const resumed = await openProspect({ ...found, draft, session, isWanted })
    if (!resumed) return
    if (resumed.kind === 'over') return wizard.leave(resumed.path)
    announce(ownerWords.confirmed)
    // The form goes, and with it the button that was pressed.
    document.querySelector('h1')?.focus()
  }

  async function submit(): Promise<void> {
    setIsBusy(true)
    await form.submit(confirm)
    setIsBusy(false)
  }

  return (
    <section className={css.notice}>
      <h2>{ownerWords.confirmTitle}</h2>
      <p>{ownerWords.confirmHelp}</p>
      <Form problems={form.problems} labels={personLabel} onSubmit={() => void submit()} busy={isBusy}>
        {problem ? (
          <p role="alert" tabIndex={-1} ref={told}>
            {problem.text}
          </p>
        ) : null}
        <DateField
          field={dateOfBirth}
          label={ownerWords.dateOfBirth}
          hint={ownerWords.dateOfBirthHint}
          autoComplete="bday"
        />
        <TextField
          field={postcode}
          label={ownerWords.postcode}
          hint={ownerWords.postcodeHint}
          inputMode="numeric"
          autoComplete="postal-code"
          transform={readPostcode}
        />
        <Button type="submit" busy={isBusy}>
          {ownerWords.confirm}
        </Button>
      </Form>
      <p>
        <a
          href="/vehicle"
          onClick={event => {
            if (!opensElsewhere(event)) draft.clear()
          }}
        >
          {ownerWords.notYours}
        </a>
      </p>
    </section>
  )
}
