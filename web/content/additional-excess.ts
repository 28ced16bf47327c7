/** Texts of the 'Additional Excess' dialog. */
export const additionalExcessText = {
  intro: 'Added to your excess when one of these drivers has the accident. Several may apply together.',
  caption: 'Additional excess by driver',
  driver: 'Driver',
  listed: 'Listed driver',
  unlisted: 'Driver not listed',
  close: 'Close',
} as const
