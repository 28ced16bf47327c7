/**
 * The 'Welcome Back' form of the start page: the quote number and, without a link, details that only the
 * owner knows.
 */

import { useEffect, useState } from 'react'
import { parsePostcode } from '#journey/address.ts'
import { parseTypedDay } from '#journey/dates.ts'
import { retrieveErrors } from '#journey/questions/retrieve-quote.ts'
import { trimWord } from '#journey/questions/validation-error.ts'
import { useApi } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { Form } from '#web/components/form.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useForm } from '#web/components/use-form.ts'
import { identityText } from '#web/content/identity-check.ts'
import { retrieveMessages, startText } from '#web/content/start.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { findQuoteByLink, findQuoteByOwnerDetails, openQuote } from '#web/features/quote-access/find-quote.ts'
import { useSession } from '#web/features/session/session.ts'
import { useNavigation } from '#web/lib/navigation.ts'
import { today } from '#web/lib/server-clock.ts'
import type { QuoteLink } from './use-arrival.ts'

const invalid = { field: 'owner.quoteNumber', code: 'QUOTE_NUMBER_INVALID' } as const

export interface RetrieveFormProps {
  /** The link that logged the customer in; null asks for date of birth and postcode. */
  readonly link: QuoteLink | null
  /** The link's quote was requested and not found. */
  readonly notFound: boolean
}

export function RetrieveForm({ link, notFound }: RetrieveFormProps) {
  const api = useApi()
  const draft = useDraft()
  const session = useSession()
  const navigation = useNavigation()
  const [isUnchecked, setIsUnchecked] = useState(false)
  const form = useForm(answers => retrieveErrors(answers.owner, today(), link !== null), retrieveMessages)

  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once, when the search by link has failed
  useEffect(() => {
    if (notFound) form.addError(invalid)
  }, [notFound])

  async function retrieve(): Promise<void> {
    const { owner } = draft.answers()
    const quoteNumber = trimWord(owner.quoteNumber)
    const dateOfBirth = parseTypedDay(owner.dateOfBirth.trim()) ?? ''
    // Clear the last message, so that the same one is announced again.
    setIsUnchecked(false)
    const found = link
      ? await findQuoteByLink(api, link, quoteNumber)
      : await findQuoteByOwnerDetails(api, { quoteNumber, dateOfBirth, postcode: owner.postcode.trim() })
    setIsUnchecked(found === 'not-asked')
    if (found === 'not-asked') return
    if (!found) return form.addError(invalid)
    const resumed = await openQuote({ ...found, draft, session, isWanted: navigation.isCurrent })
    // These do nothing if another quote was started during the request.
    if (resumed?.kind === 'over') navigation.navigateTo(resumed.path)
    else if (link?.back) navigation.move('policyholder-shortcut')
    else navigation.goTo('car')
  }

  return (
    <Form form={form} onSubmit={() => void form.submit(retrieve)}>
      {isUnchecked ? <p role="alert">{identityText.unchecked}</p> : null}
      <TextField
        field="owner.quoteNumber"
        label={startText.quoteNumber}
        hint={startText.quoteNumberHint}
        autoCapitalize="characters"
        enterKeyHint={link ? 'go' : 'next'}
      />
      {link ? null : (
        <>
          <DateField
            field="owner.dateOfBirth"
            label={identityText.dateOfBirth}
            hint={identityText.dateOfBirthHint}
            autoComplete="bday"
          />
          <TextField
            field="owner.postcode"
            label={identityText.postcode}
            hint={identityText.postcodeHint}
            inputMode="numeric"
            autoComplete="postal-code"
            enterKeyHint="go"
            transform={parsePostcode}
          />
        </>
      )}
      <Button type="submit" kind={link ? 'primary' : 'secondary'} busy={form.isBusy}>
        {startText.retrieve}
      </Button>
    </Form>
  )
}
