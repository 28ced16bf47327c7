/**
 * The details of the open cover below the first viewport of step 3: options, overnight address and
 * benefits.
 */

import type { QuoteCode } from '#journey/questions/quote.ts'
import type { FormHandle } from '#web/components/use-form.ts'
import { CoverBenefits } from './cover-benefits.tsx'
import { CoverOptions } from './cover-options.tsx'
import { RiskAddressQuestion } from './risk-address-question.tsx'
import type { RiskAddressHandle } from './use-risk-address.tsx'

export interface CoverDetailsProps {
  readonly form: FormHandle<QuoteCode>
  readonly riskAddress: RiskAddressHandle
  /** Opens the dialog to type the address by hand. */
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
