/**
 * The type of a form's validation messages: one for each error code. The messages are the exact texts of
 * the requirements, including straight and curly apostrophes.
 */
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
