/** 'Enter Address Manually': the address of somebody the search does not know, or not to its postcode (QUOTE-14). */
import { useEffect, useState } from 'react'
import { type Address, isPostcode } from '#journey/address.ts'
import { noParts } from '#journey/address-parts.ts'
import { type Answers, answerOf, type Problem } from '#journey/answers/problem.ts'
import { isPostBox } from '#journey/post-box.ts'
import { useDraft } from '#web/draft.ts'
import { addressWords } from '#web/words/address.ts'
import { type ManualAddressCode, manualAddressMessages } from '#web/words/messages/manual-address.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'
import { fieldId } from './problems.ts'
import { useStepForm } from './step-form.ts'
import { TextField } from './text-field.tsx'

export interface ManualAddressDialogProps {
  readonly open: boolean
  /** Letters go there; else the car is kept there. */
  readonly isPostal?: boolean
  readonly onClose: () => void
  /** The popup closes with it. */
  readonly onUse: (address: Address) => void
}

const labels: Readonly<Record<string, string>> = {
  'manual.addressLine1': addressWords.line1,
  'manual.addressLine2': addressWords.line2,
  'manual.suburb': addressWords.suburb,
  'manual.city': addressWords.city,
  'manual.postcode': addressWords.postcode,
}
const labelOf = (field: string): string => labels[field] ?? field

const optional = ['manual.addressLine2', 'manual.city']

/**
 * What stands in the way of using the typed address, in the order of the page: line 1, suburb and a whole postcode have to
 * be there, and a car is kept in no post box.
 */
export const manualAddressProblems = (answers: Answers, isPostal = false): Problem<ManualAddressCode>[] =>
  Object.keys(labels).flatMap((field): Problem<ManualAddressCode>[] => {
    const typed = answerOf(answers, field)
    if (!isPostal && isPostBox(typed)) return [{ field, code: 'ADDRESS_POST_BOX' }]
    const isGiven = field === 'manual.postcode' ? isPostcode(typed) : typed !== '' || optional.includes(field)
    return isGiven ? [] : [{ field, code: 'MANDATORY' }]
  })

/** What is known of an address that was found, typed for whoever has to add to it. */
export function manualAnswers({ addressInFreeForm, suburb, city, postcode }: Address): Answers {
  const { addressLine1, addressLine2 } = addressInFreeForm
  return {
    'manual.addressLine1': addressLine1,
    'manual.addressLine2': addressLine2 === suburb ? '' : addressLine2,
    'manual.suburb': suburb,
    'manual.city': city,
    'manual.postcode': postcode,
  }
}

/** The typed address in the shape of all others: no id, no signature, no broken-down parts. */
export const manualAddress = (answers: Answers): Address => ({
  addressId: '',
  signature: '',
  postcode: answerOf(answers, 'manual.postcode'),
  suburb: answerOf(answers, 'manual.suburb'),
  city: answerOf(answers, 'manual.city'),
  addressInBrokenDownForm: noParts,
  addressInFreeForm: {
    addressLine1: answerOf(answers, 'manual.addressLine1'),
    addressLine2: answerOf(answers, 'manual.addressLine2'),
  },
})

export function ManualAddressDialog({ open, isPostal = false, onClose, onUse }: ManualAddressDialogProps) {
  return (
    <Dialog title={addressWords.manualTitle} open={open} onClose={onClose}>
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

const onlyDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, 4)

function ManualAddressForm({
  isPostal,
  onUse,
}: { isPostal: boolean } & Pick<ManualAddressDialogProps, 'onUse'>) {
  const draft = useDraft()
  const check = (answers: Answers) => manualAddressProblems(answers, isPostal)
  const form = useStepForm(check, manualAddressMessages, labelOf)
  const [isPostcodeAsked] = useState(() => check(draft.answers())[0]?.field === 'manual.postcode')
  useEffect(() => {
    if (isPostcodeAsked) document.getElementById(fieldId('manual.postcode'))?.focus()
  }, [isPostcodeAsked])
  return (
    <Form
      problems={form.problems}
      labels={labelOf}
      onSubmit={() => void form.submit(() => onUse(manualAddress(draft.answers())))}
    >
      <TextField
        field="manual.addressLine1"
        label={addressWords.line1}
        autoComplete="address-line1"
        autoCapitalize="words"
        enterKeyHint="next"
        maxLength={100}
      />
      <TextField
        field="manual.addressLine2"
        label={addressWords.line2}
        hint={addressWords.line2Hint}
        autoComplete="address-line2"
        autoCapitalize="words"
        enterKeyHint="next"
        maxLength={100}
      />
      <TextField
        field="manual.suburb"
        label={addressWords.suburb}
        autoComplete="address-level3"
        autoCapitalize="words"
        enterKeyHint="next"
        maxLength={60}
      />
      <TextField
        field="manual.city"
        label={addressWords.city}
        hint={addressWords.cityHint}
        autoComplete="address-level2"
        autoCapitalize="words"
        enterKeyHint="next"
        maxLength={60}
      />
      <TextField
        field="manual.postcode"
        label={addressWords.postcode}
        hint={`${isPostcodeAsked ? `${addressWords.postcodeOnly} ` : ''}${addressWords.postcodeHint}`}
        inputMode="numeric"
        autoComplete="postal-code"
        enterKeyHint="done"
        transform={onlyDigits}
      />
      <Button type="submit">{addressWords.use}</Button>
    </Form>
  )
}
