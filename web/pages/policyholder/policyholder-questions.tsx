/** The questions of step 4 below the first viewport: policyholders, postal address and payment method. */

import { fieldId } from '#web/components/field-errors.ts'
import { policyholderText as words } from '#web/content/policyholder.ts'
import { useRequireConfirmedPrice } from '#web/features/pricing/use-require-confirmed-price.ts'
import { PaymentMethodQuestion } from './payment-method-question.tsx'
import { type HoldersProps, PolicyholderList } from './policyholder-list.tsx'
import { PostalAddress, type PostalAddressProps } from './postal-address.tsx'
import { StaleCopyNotice } from './stale-copy-notice.tsx'
import { UndoNotice } from './undo-notice.tsx'

export function PolicyholderQuestions({ form, undo, onManual }: HoldersProps & PostalAddressProps) {
  useRequireConfirmedPrice()
  return (
    <>
      <StaleCopyNotice field="useMainDriver">{words.oldDriver}</StaleCopyNotice>
      <UndoNotice undo={undo} backTo={fieldId('useMainDriver')} />
      <PolicyholderList form={form} undo={undo} />
      <PostalAddress undo={undo} onManual={onManual} />
      <PaymentMethodQuestion />
    </>
  )
}
