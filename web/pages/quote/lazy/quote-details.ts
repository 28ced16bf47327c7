/** What the quote page shows below its first screen and in dialogs: one lazy chunk of the quote page. */

export { AdditionalExcessDialog, CoverDetails } from './cover-details.tsx'
export { DeclarationDialog } from './declaration-dialog.tsx'
export { PriceBreakdown } from './price-breakdown.tsx'
export { RiskAddressQuestion } from './risk-address-question.tsx'
