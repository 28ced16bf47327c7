/** The insurer's details for the documents and mails. The company is invented. */
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
  /** The direct debit initiator; its seven-digit code is on the authority and on bank statements. */
  directDebit: {
    authorisationCode: '0000111',
    particulars: 'KERERU INS',
    code: 'CAR COVER',
  },
} as const
