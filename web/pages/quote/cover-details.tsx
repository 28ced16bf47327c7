/** The open cover below the first window of step 3: what is chosen, where the car is kept, and what the cover pays for. */
import type { QuoteCode } from '#journey/questions/quote.ts'
import type { FormHandle } from '#web/components/use-form.ts'
import { CoverBenefits } from './cover-benefits.tsx'
import { CoverOptions } from './cover-options.tsx'
import { RiskAddressQuestion } from './risk-address-question.tsx'
import type { RiskAddressHandle } from './use-risk-address.tsx'

export interface CoverDetailsProps {
  readonly form: FormHandle<QuoteCode>
  readonly riskAddress: RiskAddressHandle
  /** The address is to be typed by hand. */
  readonly onManual: () => void
}

export function CoverDetails({ form, riskAddress, onManual }: CoverDetailsProps) {
  return (
    <>
      <CoverOptions form={form} />
      <RiskAddressQuestion handle={riskAddress} onManual={onManual} />
      <CoverBenefits />
    </>
  )
}
