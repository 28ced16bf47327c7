/** Entry of the lazy chunk of the quote page: what lazy-parts.ts loads after the first screen. */
export { AdditionalExcessDialog } from './additional-excess-dialog.tsx'
export { CoverBenefitsAndPrintHeader } from './cover-benefits-and-print-header.tsx'
export { DeclarationDialog } from './declaration-dialog.tsx'
export { PriceBreakdown } from './price-breakdown.tsx'
export { RiskAddressQuestion } from './risk-address-question.tsx'
