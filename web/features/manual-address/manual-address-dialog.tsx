/** The 'Enter Address Manually' dialog, for an address that the search does not find or finds without a postcode. */
import { useEffect, useState } from 'react'
import {
  type Address,
  emptyAddressParts,
  isPostcode,
  maximumLineLength,
  maximumPlaceLength,
  parsePostcode,
} from '#journey/address.ts'
import { containsWebAddressOrCard } from '#journey/links-and-card-numbers.ts'
import { isPoBox } from '#journey/po-box.ts'
import type { FieldPath, ManualAddressForm } from '#journey/questions/form-answers.ts'
import type { ValidationError } from '#journey/questions/validation-error.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { fieldId } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useForm } from '#web/components/use-form.ts'
import {
  type ManualAddressErrorCode,
  manualAddressMessages,
  manualAddressText as words,
} from '#web/content/manual-address.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'

export interface ManualAddressDialogProps {
  readonly section: ManualAddressSection
  readonly onClose: () => void
  readonly onUse: (address: Address) => void
}

const textParts = [
  { part: 'addressLine1', label: words.line1, autoComplete: 'address-line1', maximum: maximumLineLength },
  { part: 'addressLine2', label: words.line2, autoComplete: 'address-line2', maximum: maximumLineLength },
  { part: 'suburb', label: words.suburb, autoComplete: 'address-level3', maximum: maximumPlaceLength },
  { part: 'city', label: words.city, autoComplete: 'address-level2', maximum: maximumPlaceLength },
] as const
const isOptional = (part: keyof ManualAddressForm): boolean => part === 'addressLine2' || part === 'city'

/** Separate forms: the postal address does not start with the text typed for the overnight address. */
export type ManualAddressSection = 'manualRisk' | 'manualPostal'

type ManualAddressError = ValidationError<ManualAddressErrorCode, FieldPath>

/** A car is not kept in a post box, and every call refuses web addresses and card numbers. */
function textError(
  typed: string,
  { part, maximum }: (typeof textParts)[number],
  section: ManualAddressSection,
): Omit<ManualAddressError, 'field'> | null {
  if (section === 'manualRisk' && isPoBox(typed)) return { code: 'ADDRESS_POST_BOX' }
  if (containsWebAddressOrCard(typed)) return { code: 'ADDRESS_HOLDS_MORE' }
  if (typed.length > maximum) return { code: 'ADDRESS_TOO_LONG', values: { maximum: String(maximum) } }
  return typed === '' && !isOptional(part) ? { code: 'MANDATORY' } : null
}

/** The errors in page order. */
export function manualAddressErrors(
  form: ManualAddressForm,
  section: ManualAddressSection,
): ManualAddressError[] {
  const errors = textParts.flatMap((row): ManualAddressError[] => {
    const error = textError(form[row.part].trim(), row, section)
    return error ? [{ ...error, field: `${section}.${row.part}` }] : []
  })
  if (!isPostcode(form.postcode.trim())) errors.push({ field: `${section}.postcode`, code: 'MANDATORY' })
  return errors
}

/** The typed address in the shape of a found one: no id, no signature, no broken-down parts. */
export const addressFromForm = (form: ManualAddressForm): Address => ({
  addressId: '',
  signature: '',
  postcode: form.postcode.trim(),
  suburb: form.suburb.trim(),
  city: form.city.trim(),
  addressInBrokenDownForm: emptyAddressParts,
  addressInFreeForm: { addressLine1: form.addressLine1.trim(), addressLine2: form.addressLine2.trim() },
})

export function ManualAddressDialog({ onClose, ...questions }: ManualAddressDialogProps) {
  return (
    <Dialog title={words.title} onClose={onClose}>
      <ManualAddressQuestions {...questions} />
    </Dialog>
  )
}

function ManualAddressQuestions({ section, onUse }: Pick<ManualAddressDialogProps, 'section' | 'onUse'>) {
  const draft = useDraft()
  const postcode = `${section}.postcode` as const
  const form = useForm(answers => manualAddressErrors(answers[section], section), manualAddressMessages)
  const [isPostcodeAsked] = useState(
    () => manualAddressErrors(draft.answers()[section], section)[0]?.field === postcode,
  )
  useEffect(() => {
    if (isPostcodeAsked) document.getElementById(fieldId(postcode))?.focus()
  }, [isPostcodeAsked, postcode])
  return (
    <Form
      form={form}
      onSubmit={() => void form.submit(() => onUse(addressFromForm(draft.answers()[section])))}
    >
      {textParts.map(({ part, label, autoComplete }) => (
        <TextField
          key={part}
          field={`${section}.${part}`}
          label={label}
          hint={isOptional(part) && words.optional}
          autoComplete={autoComplete}
          autoCapitalize="words"
        />
      ))}
      <TextField
        field={postcode}
        label={words.postcode}
        hint={`${isPostcodeAsked ? `${words.postcodeOnly} ` : ''}${words.postcodeHint}`}
        inputMode="numeric"
        autoComplete="postal-code"
        enterKeyHint="done"
        transform={parsePostcode}
      />
      <Button type="submit">{words.use}</Button>
    </Form>
  )
}
