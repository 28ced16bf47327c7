/**
 * The 'Enter Address Manually' dialog, for an address that the search does not know or knows without a
 * postcode.
 */

import { useEffect, useState } from 'react'
import {
  type Address,
  isPostcode,
  maximumLineLength,
  maximumPlaceLength,
  noParts,
  readPostcode,
} from '#journey/address.ts'
import { isPoBox } from '#journey/po-box.ts'
import { containsWebAddressOrCard } from '#journey/printable-text.ts'
import type { FieldPath, ManualAddressForm } from '#journey/questions/quote-form.ts'
import type { ValidationError } from '#journey/questions/validation-error.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { fieldId } from '#web/components/field.tsx'
import { Form } from '#web/components/form.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useForm } from '#web/components/use-form.ts'
import { addressSearchText, type ManualAddressCode, manualAddressMessages } from '#web/content/address.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'

export interface ManualAddressDialogProps {
  readonly open: boolean
  /** True for a postal address, false for the place where the car is kept. */
  readonly isPostal: boolean
  /** Closed without an address. */
  readonly onClose: () => void
  readonly onUse: (address: Address) => void
}

type Part = keyof ManualAddressForm
/** In page order. */
const parts = ['addressLine1', 'addressLine2', 'suburb', 'city', 'postcode'] as const
const optional: readonly Part[] = ['addressLine2', 'city']
const maximumLengths: Partial<Record<Part, number>> = {
  addressLine1: maximumLineLength,
  addressLine2: maximumLineLength,
  suburb: maximumPlaceLength,
  city: maximumPlaceLength,
}

/** Separate forms: the postal address does not start with the text typed for the overnight address. */
type Section = 'manualRisk' | 'manualPostal'

/**
 * The errors of the typed address, in page order: line 1, suburb and a whole postcode are required, and a car
 * is not kept in a post box. Every call refuses a web address or a card number.
 */
export const manualAddressErrors = (
  form: ManualAddressForm,
  section: Section,
): ValidationError<ManualAddressCode, FieldPath>[] =>
  parts.flatMap((part): ValidationError<ManualAddressCode, FieldPath>[] => {
    const field = `${section}.${part}` as const
    const typed = form[part].trim()
    if (section === 'manualRisk' && isPoBox(typed)) return [{ field, code: 'ADDRESS_POST_BOX' }]
    if (containsWebAddressOrCard(typed)) return [{ field, code: 'ADDRESS_HOLDS_MORE' }]
    const maximum = maximumLengths[part]
    if (maximum && typed.length > maximum)
      return [{ field, code: 'ADDRESS_TOO_LONG', values: { maximum: String(maximum) } }]
    const isGiven = part === 'postcode' ? isPostcode(typed) : typed !== '' || optional.includes(part)
    return isGiven ? [] : [{ field, code: 'MANDATORY' }]
  })

/** The form filled in with a found address, for a customer who has to complete it. */
export function manualFormOf(found: Address): ManualAddressForm {
  const { suburb, city, postcode, addressInFreeForm } = found
  const { addressLine1, addressLine2 } = addressInFreeForm
  return { addressLine1, addressLine2: addressLine2 === suburb ? '' : addressLine2, suburb, city, postcode }
}

/** The typed address in the shape of a found one: no id, no signature, no broken-down parts. */
export const manualAddress = (form: ManualAddressForm): Address => ({
  addressId: '',
  signature: '',
  postcode: form.postcode.trim(),
  suburb: form.suburb.trim(),
  city: form.city.trim(),
  addressInBrokenDownForm: noParts,
  addressInFreeForm: { addressLine1: form.addressLine1.trim(), addressLine2: form.addressLine2.trim() },
})

export function ManualAddressDialog({ open, isPostal, onClose, onUse }: ManualAddressDialogProps) {
  return (
    <Dialog title={addressSearchText.manualTitle} open={open} onClose={onClose}>
      <ManualAddressQuestions isPostal={isPostal} onUse={onUse} />
    </Dialog>
  )
}

function ManualAddressQuestions({
  isPostal,
  onUse,
}: { isPostal: boolean } & Pick<ManualAddressDialogProps, 'onUse'>) {
  const draft = useDraft()
  const section = isPostal ? 'manualPostal' : 'manualRisk'
  const postcode = `${section}.postcode` as const
  const form = useForm(answers => manualAddressErrors(answers[section], section), manualAddressMessages)
  const [isPostcodeAsked] = useState(
    () => manualAddressErrors(draft.answers()[section], section)[0]?.field === postcode,
  )
  useEffect(() => {
    if (isPostcodeAsked) document.getElementById(fieldId(postcode))?.focus()
  }, [isPostcodeAsked, postcode])
  return (
    <Form form={form} onSubmit={() => void form.submit(() => onUse(manualAddress(draft.answers()[section])))}>
      <TextField
        field={`${section}.addressLine1`}
        label={addressSearchText.line1}
        autoComplete="address-line1"
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <TextField
        field={`${section}.addressLine2`}
        label={addressSearchText.line2}
        hint={addressSearchText.line2Hint}
        autoComplete="address-line2"
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <TextField
        field={`${section}.suburb`}
        label={addressSearchText.suburb}
        autoComplete="address-level3"
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <TextField
        field={`${section}.city`}
        label={addressSearchText.city}
        hint={addressSearchText.cityHint}
        autoComplete="address-level2"
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <TextField
        field={postcode}
        label={addressSearchText.postcode}
        hint={`${isPostcodeAsked ? `${addressSearchText.postcodeOnly} ` : ''}${addressSearchText.postcodeHint}`}
        inputMode="numeric"
        autoComplete="postal-code"
        enterKeyHint="done"
        transform={readPostcode}
      />
      <Button type="submit">{addressSearchText.use}</Button>
    </Form>
  )
}
