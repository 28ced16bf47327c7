/** What step 4 asks below its first window: the policyholders, where post goes and how it is paid. */
import { usePriceFirst } from '#web/price-first.ts'
import { Holders } from './holders.tsx'
import { PaymentChoice } from './payment-choice.tsx'
import { PostalAddress, type PostalAddressProps } from './postal-address.tsx'

export function HolderQuestions({ undo, onManual }: PostalAddressProps) {
  usePriceFirst()
  return (
    <>
      <Holders undo={undo} />
      <PostalAddress undo={undo} onManual={onManual} />
      <PaymentChoice />
    </>
  )
}
