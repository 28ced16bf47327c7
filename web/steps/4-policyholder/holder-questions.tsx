/** What step 4 asks below its first window: the policyholders, where post goes and how it is paid. */
import type { AnswersPatch } from '#web/draft.ts'
import { usePriceFirst } from '#web/price-first.ts'
import { Holders } from './holders.tsx'
import { PaymentChoice } from './payment-choice.tsx'
import { PostalAddress, type PostalAddressProps } from './postal-address.tsx'

export interface HolderQuestionsProps extends PostalAddressProps {
  /** Policyholders became fewer: what was changed, and how to say it. */
  readonly onChange: (patch: AnswersPatch, text: string) => void
}

export function HolderQuestions({ onChange, onManual, onSwitched }: HolderQuestionsProps) {
  usePriceFirst()
  return (
    <>
      <Holders onChange={onChange} />
      <PostalAddress onManual={onManual} onSwitched={onSwitched} />
      <PaymentChoice />
    </>
  )
}
