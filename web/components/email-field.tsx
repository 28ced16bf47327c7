/**
 * An e-mail field. It is a text control: type=email rejects or rewrites non-ASCII domains, differently in
 * each browser.
 */

import { isEmail, readEmail } from '#journey/email-address.ts'
import { textAt } from '#journey/questions/quote-form.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type EmailFieldProps = Pick<
  TextFieldProps,
  'field' | 'label' | 'hint' | 'autoComplete' | 'enterKeyHint'
>

export function EmailField(props: EmailFieldProps) {
  const draft = useDraft()
  return (
    <TextField
      {...props}
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      // Removes text pasted around the address: the field shows where mail will be sent.
      onLeave={() => {
        const email = readEmail(textAt(draft.answers(), props.field))
        if (isEmail(email)) draft.setAnswer(props.field, email)
      }}
    />
  )
}
