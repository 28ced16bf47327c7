/** The path of each cover's policy wording PDF: the server serves it there, and the quote links to it. */
import type { CoverType } from '#journey/cover.ts'

export const wordingPaths: Readonly<Record<CoverType, string>> = {
  COMPREHENSIVE: '/wording/comprehensive.pdf',
  THIRD_PARTY_FIRE_THEFT: '/wording/third-party-fire-theft.pdf',
  THIRD_PARTY: '/wording/third-party.pdf',
}
