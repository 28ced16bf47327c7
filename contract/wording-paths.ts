/** Where the policy wording of each cover stands as a PDF: served there, and linked to from the quote (QUOTE-11). */
import type { CoverType } from '#journey/cover.ts'

export const wordingPaths: Readonly<Record<CoverType, string>> = {
  COMPREHENSIVE: '/wording/comprehensive.pdf',
  THIRD_PARTY_FIRE_THEFT: '/wording/third-party-fire-theft.pdf',
  THIRD_PARTY: '/wording/third-party.pdf',
}
