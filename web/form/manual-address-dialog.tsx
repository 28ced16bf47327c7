/** 'Enter Address Manually': the address of somebody the search does not know (QUOTE-14). */
import { type Address, isPostcode, noParts } from '#journey/address.ts'
import { type Answers, answerOf, type Problem } from '#journey/answers/problem.ts'
import { useDraft } from '#web/draft.ts'
import { addressWords } from '#web/words/address.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'
import { useStepForm } from './step-form.ts'
import { TextField } from './text-field.tsx'

export interface ManualAddressDialogProps {
  readonly open: boolean
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

/** What stands in the way of using the typed address: line 1, suburb and a whole postcode have to be there. */
export function manualAddressProblems(answers: Answers): Problem[] {
  const missing = ['manual.addressLine1', 'manual.suburb'].filter(field => answerOf(answers, field) === '')
  if (!isPostcode(answerOf(answers, 'manual.postcode'))) missing.push('manual.postcode')
  return missing.map(field => ({ field, code: 'MANDATORY' }))
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

export function ManualAddressDialog({ open, onClose, onUse }: ManualAddressDialogProps) {
  return (
    <Dialog title={addressWords.manualTitle} open={open} onClose={onClose}>
      <ManualAddressForm
        onUse={address => {
          onUse(address)
          onClose()
        }}
      />
    </Dialog>
  )
}

const onlyDigits = (typed: string): string => typed.replace(/\D/g, '').slice(0, 4)

function ManualAddressForm({ onUse }: Pick<ManualAddressDialogProps, 'onUse'>) {
  const draft = useDraft()
  const form = useStepForm(manualAddressProblems, labelOf)
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
        hint={addressWords.postcodeHint}
        inputMode="numeric"
        autoComplete="postal-code"
        enterKeyHint="done"
        transform={onlyDigits}
      />
      <Button type="submit">{addressWords.use}</Button>
    </Form>
  )
}
