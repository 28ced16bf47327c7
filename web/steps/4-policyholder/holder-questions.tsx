/** What step 4 asks below its first window: the policyholders, where post goes and how it is paid. */
import { fieldId } from '#web/form/problems.ts'
import { usePriceFirst } from '#web/price-first.ts'
import { policyholderWords as words } from '#web/words/policyholder.ts'
import { Holders, type HoldersProps } from './holders.tsx'
import { OldCopy } from './old-copy.tsx'
import { PaymentChoice } from './payment-choice.tsx'
import { PostalAddress, type PostalAddressProps } from './postal-address.tsx'
import { UndoLine } from './undo-line.tsx'

export function HolderQuestions({ form, undo, onManual }: HoldersProps & PostalAddressProps) {
  usePriceFirst()
  return (
    <>
      <OldCopy field="useMainDriver">{words.oldDriver}</OldCopy>
      <UndoLine undo={undo} backTo={fieldId('useMainDriver')} />
      <Holders form={form} undo={undo} />
      <PostalAddress undo={undo} onManual={onManual} />
      <PaymentChoice />
    </>
  )
}
