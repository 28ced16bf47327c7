/** The insurer behind every brand, an invented company: its contacts and its statements to customers. */

const name = 'Kererū Mutual Insurance Limited'

export const underwriter = {
  name,
  /** Insurance (Prudential Supervision) Act 2010: customers read rating, agency and scale before the contract. */
  financialStrength: `${name} has a financial strength rating of A (Strong), given by Tasman Example Ratings. The scale runs from AAA (extremely strong), AA (very strong), A (strong), BBB (good), BB (marginal), B (weak), CCC (very weak) and CC (extremely weak) to D (in default). A plus or minus shows a place within a grade.`,
} as const

export const underwriterDetails = {
  ...underwriter,
  gstNumber: '000-000-111',
  postalAddress: 'PO Box 10000, Wellington 6140',
  claimsPhone: '0800 100 252',
  claimsHours: 'any time, day or night',
  complaintsPhone: '0800 100 253',
  complaintsEmail: 'complaints@kereru.example',
  disputesScheme: {
    name: 'Aotearoa Example Disputes Scheme',
    phone: '0800 100 900',
    email: 'help@disputes.example',
  },
  /** The direct debit initiator; its seven-digit code is on the authority and on bank statements. */
  directDebit: { authorisationCode: '0000111', particulars: 'KERERU INS', code: 'CAR COVER' },
} as const

/** The common law's duty. The Contracts of Insurance Act 2024 replaces it, on 15 November 2027 at the latest. */
export const dutyOfDisclosure =
  'You must tell us everything you know, or should know, that would influence an insurer, except what a question lets you leave out.'

export const misrepresentationWarning =
  'If an answer is wrong or something is missing, a claim may be refused or the policy treated as if it had never existed.'
