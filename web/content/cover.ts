/** Texts of the cover details and of the comparison of covers. */
export const coverText = {
  compare: 'Compare the three covers',
  compareCaption: 'What each cover pays for',
  compareRow: 'What is covered',
  cell: { yes: 'Yes', no: 'No', optional: 'Optional' },
  excess: 'Excess',
  excessChosen: 'You choose',
  excessFixed: (amount: string) => `${amount} fixed`,
  title: 'What is in this cover',
  benefits: 'Included',
  optional: 'You can add',
  exclusions: 'Not covered',
  coolingOff:
    'You can cancel within 21 days of the start of cover and get your money back, if you have made no claim.',
  wording: 'Policy wording (PDF)',
} as const
