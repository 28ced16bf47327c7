/**
 * A question for an e-mail address. It is a text control: one of type email refuses or rewrites a domain that is not ASCII,
 * in each browser differently.
 */
import { isEmail, readEmail } from '#journey/email-address.ts'
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
      // What was pasted around the address goes: the field shows where mail will be sent.
      onLeave={() => {
        const email = readEmail(draft.answers()[props.field] ?? '')
        if (isEmail(email)) draft.setAnswer(props.field, email)
      }}
    />
  )
}
