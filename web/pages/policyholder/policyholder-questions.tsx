/** What step 4 asks below its first window: the policyholders, where post goes and how it is paid. */
import { fieldId } from '#web/components/field-errors.ts'
import { policyholderWords as words } from '#web/content/policyholder.ts'
import { usePriceFirst } from '#web/features/pricing/use-require-confirmed-price.ts'
import { PaymentChoice } from './payment-method-question.tsx'
import { Holders, type HoldersProps } from './policyholder-list.tsx'
import { PostalAddress, type PostalAddressProps } from './postal-address.tsx'
import { OldCopy } from './stale-copy-notice.tsx'
import { UndoLine } from './undo-notice.tsx'

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
