/**
 * Help texts for the second half of step 1. Its field labels are in car.ts, because the error summary uses
 * them too.
 */
export const carUseText = {
  businessUseHint: 'For example deliveries, rideshare, courier or hire. Driving to work is not income use',
  modificationHint: 'Changed from how the maker built it, other than for a disability',
  modificationExamples: 'What counts as a modification',
  modificationList: [
    'Engine, exhaust, turbo or computer chip changed for more power',
    'Suspension lowered or raised',
    'Wheels or tyres other than the maker’s sizes',
    'Body kits, spoilers or a changed body shape',
    'Roll cage, racing seats or racing harness',
    'Nitrous oxide or any other fuel additive system',
  ],
  isFinancedHint: 'We note the lender’s interest on your policy',
  financeCompanyHint: 'Type the first letters to find it',
  riskAddressHint: 'Where the car is kept most nights',
  carValueHint: 'What you would expect to pay for the same car today',
  carValueBand: (minimum: string, maximum: string) =>
    `What you would expect to pay for the same car today. We expect between ${minimum} and ${maximum}`,
} as const
