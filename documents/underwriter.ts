/**
 * The insurer behind every brand, with the details that only the documents state. It is invented: no such
 * company exists.
 */
import { underwriter } from '#journey/underwriter.ts'

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
  /** Who takes direct debits: seven digits that stand on the authority and the customer's statement. */
  directDebit: {
    authorisationCode: '0000111',
    particulars: 'KERERU INS',
    code: 'CAR COVER',
  },
} as const
