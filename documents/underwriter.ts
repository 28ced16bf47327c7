/** The insurer behind every brand, as the papers name it. All of it is invented: no such company trades. */

export const underwriter = {
  name: 'Kererū Mutual Insurance Limited',
  gstNumber: '000-000-111',
  postalAddress: 'PO Box 10000, Wellington 6140',
  claimsPhone: '0800 100 252',
  claimsHours: 'any time, day or night',
  complaintsPhone: '0800 100 253',
  complaintsEmail: 'complaints@kereru.example',
  /** Insurance (Prudential Supervision) Act 2010: said before the contract, with the scale. */
  financialStrength:
    'Kererū Mutual Insurance Limited has a financial strength rating of A (Strong), given by Tasman Example Ratings. The scale runs from AAA (extremely strong), AA (very strong), A (strong), BBB (good), BB (marginal), B (weak), CCC (very weak) and CC (extremely weak) to D (in default). A plus or minus shows a place within a grade.',
  disputesScheme: {
    name: 'Aotearoa Example Disputes Scheme',
    phone: '0800 100 900',
    email: 'help@disputes.example',
  },
  /** Who takes direct debits: seven digits that stand on the authority and the customer's statement. */
  directDebit: {
    authorisationCode: '0000111',
    particulars: 'KERERU INS',
    code: 'CAR COVER',
  },
} as const
