/** The types of a validation error and of its field's path; the messages are in web/content/messages.ts. */

/** The paths of the text leaves of a form: 'firstName', 'incidents.0.month'. */
export type FieldPaths<Form> = {
  [Key in keyof Form & string]: Form[Key] extends string
    ? Key
    : Form[Key] extends readonly (infer Item)[]
      ? `${Key}.${number}.${FieldPaths<Item>}`
      : `${Key}.${FieldPaths<Form[Key]>}`
}[keyof Form & string]

/** `Code` is one of the codes that the form knows, so that each has a sentence. */
export interface ValidationError<Code extends string = string, Field extends string = string> {
  readonly field: Field
  readonly code: Code
  /** Numbers and names the message prints: { min: '$11,000', max: '$16,400' } */
  readonly values?: Readonly<Record<string, string>>
}

type Found<Code extends string, Field extends string> = readonly [
  field: Field,
  code: Code | null,
  values?: ValidationError['values'],
]

export const toValidationErrors = <Code extends string, Field extends string>(
  found: readonly Found<Code, Field>[],
): ValidationError<Code, Field>[] =>
  found.flatMap(([field, code, values]) =>
    code === null ? [] : [{ field, code, ...(values && { values }) }],
  )
