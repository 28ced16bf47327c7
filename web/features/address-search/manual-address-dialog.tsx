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
  readPostcode,
} from '#journey/address.ts'
import { noParts } from '#journey/address-parts.ts'
import { isPoBox } from '#journey/po-box.ts'
import { containsWebAddressOrCard } from '#journey/printable-text.ts'
import { type Answers, answerOf, type ValidationError } from '#journey/questions/validation-error.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { fieldId } from '#web/components/field-errors.ts'
import { Form } from '#web/components/form.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useForm } from '#web/components/use-form.ts'
import { addressSearchText } from '#web/content/address.ts'
import { type ManualAddressCode, manualAddressMessages } from '#web/content/messages/manual-address.ts'
import { useDraft } from '#web/features/draft/draft-store.ts'

export interface ManualAddressDialogProps {
  readonly open: boolean
  /** Letters go there; else the car is kept there. */
  readonly isPostal?: boolean
  readonly onClose: () => void
  /** The popup closes with it. */
  readonly onUse: (address: Address) => void
}

const labels = {
  addressLine1: addressSearchText.line1,
  addressLine2: addressSearchText.line2,
  suburb: addressSearchText.suburb,
  city: addressSearchText.city,
  postcode: addressSearchText.postcode,
}
type Part = keyof typeof labels
const parts = Object.keys(labels) as Part[]
const optional: readonly Part[] = ['addressLine2', 'city']
const maximumLengths: Partial<Record<Part, number>> = {
  addressLine1: maximumLineLength,
  addressLine2: maximumLineLength,
  suburb: maximumPlaceLength,
  city: maximumPlaceLength,
}

/** A field for each of the two: whoever types where letters go finds nothing of where the car is kept. */
const manualField = (part: Part, isPostal: boolean): string => `manual${isPostal ? 'Post' : ''}.${part}`
export const manualAddressLabel = (field: string): string => labels[field.split('.')[1] as Part]

/**
 * What stands in the way of using the typed address, in the order of the page: line 1, suburb and a whole postcode have to
 * be there, and a car is kept in no post box. A page to follow or the number of a card is no part of an address, and every
 * call refuses it.
 */
export const manualAddressErrors = (
  answers: Answers,
  isPostal = false,
): ValidationError<ManualAddressCode>[] =>
  parts.flatMap((part): ValidationError<ManualAddressCode>[] => {
    const field = manualField(part, isPostal)
    const typed = answerOf(answers, field)
    if (!isPostal && isPoBox(typed)) return [{ field, code: 'ADDRESS_POST_BOX' }]
    if (containsWebAddressOrCard(typed)) return [{ field, code: 'ADDRESS_HOLDS_MORE' }]
    const maximum = maximumLengths[part]
    if (maximum && typed.length > maximum)
      return [{ field, code: 'ADDRESS_TOO_LONG', values: { maximum: String(maximum) } }]
    const isGiven = part === 'postcode' ? isPostcode(typed) : typed !== '' || optional.includes(part)
    return isGiven ? [] : [{ field, code: 'MANDATORY' }]
  })

/** What is known of an address that was found, typed for whoever has to add to it. */
export function manualAnswers(found: Address, isPostal: boolean): Answers {
  const { addressLine1, addressLine2 } = found.addressInFreeForm
  const known = { ...found, addressLine1, addressLine2: addressLine2 === found.suburb ? '' : addressLine2 }
  return Object.fromEntries(parts.map(part => [manualField(part, isPostal), known[part]]))
}

/** The typed address in the shape of all others: no id, no signature, no broken-down parts. */
export function manualAddress(answers: Answers, isPostal = false): Address {
  const typed = (part: Part) => answerOf(answers, manualField(part, isPostal))
  return {
    addressId: '',
    signature: '',
    postcode: typed('postcode'),
    suburb: typed('suburb'),
    city: typed('city'),
    addressInBrokenDownForm: noParts,
    addressInFreeForm: { addressLine1: typed('addressLine1'), addressLine2: typed('addressLine2') },
  }
}

export function ManualAddressDialog({ open, isPostal = false, onClose, onUse }: ManualAddressDialogProps) {
  return (
    <Dialog title={addressSearchText.manualTitle} open={open} onClose={onClose}>
      <ManualAddressForm
        isPostal={isPostal}
        onUse={address => {
          onUse(address)
          onClose()
        }}
      />
    </Dialog>
  )
}

function ManualAddressForm({
  isPostal,
  onUse,
}: { isPostal: boolean } & Pick<ManualAddressDialogProps, 'onUse'>) {
  const draft = useDraft()
  const field = (part: Part) => manualField(part, isPostal)
  const postcode = field('postcode')
  const check = (answers: Answers) => manualAddressErrors(answers, isPostal)
  const form = useForm(check, manualAddressMessages, manualAddressLabel)
  const [isPostcodeAsked] = useState(() => check(draft.answers())[0]?.field === postcode)
  useEffect(() => {
    if (isPostcodeAsked) document.getElementById(fieldId(postcode))?.focus()
  }, [isPostcodeAsked, postcode])
  return (
    <Form
      errors={form.errors}
      labels={manualAddressLabel}
      onSubmit={() => void form.submit(() => onUse(manualAddress(draft.answers(), isPostal)))}
    >
      <TextField
        field={field('addressLine1')}
        label={addressSearchText.line1}
        autoComplete="address-line1"
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <TextField
        field={field('addressLine2')}
        label={addressSearchText.line2}
        hint={addressSearchText.line2Hint}
        autoComplete="address-line2"
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <TextField
        field={field('suburb')}
        label={addressSearchText.suburb}
        autoComplete="address-level3"
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <TextField
        field={field('city')}
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
