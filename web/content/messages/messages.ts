/** The sentences of a form: one for every code its check may come to, letter for letter as the requirements print it, straight and curly apostrophes included. */
import type { ValidationError } from '#journey/questions/validation-error.ts'

type Message = string | ((values: Readonly<Record<string, string>>) => string)

export type Messages<Code extends string> = Readonly<Record<Code, Message>>

/** What the field shows; the values a message prints come with the problem. */
export function messageText<Code extends string>(
  messages: Messages<Code>,
  { code, values }: Pick<ValidationError<Code>, 'code' | 'values'>,
): string {
  const message = messages[code]
  return typeof message === 'string' ? message : message(values ?? {})
}
