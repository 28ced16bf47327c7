/** The e-mail field of steps 3 and 4. The first page does not load it. */
import { isEmail, parseEmail } from '#journey/email-address.ts'
import { useField } from './answers-context.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type EmailFieldProps = Pick<
  TextFieldProps,
  'field' | 'label' | 'hint' | 'autoComplete' | 'enterKeyHint'
>

/** An e-mail field. type=email would reject or rewrite non-ASCII domains, differently in each browser. */
export function EmailField(props: EmailFieldProps) {
  const [answer, setAnswer] = useField(props.field)
  return (
    <TextField
      {...props}
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      // Removes text pasted around the address: the field shows where mail will be sent.
      onLeave={() => {
        const email = parseEmail(answer)
        if (isEmail(email)) setAnswer(email)
      }}
    />
  )
}
