/**
 * The versions of wording, schedule and legal pages, each the day on which its text took effect. A changed text needs a new version
 * (document-versions.test.ts checks it). This file is separate because the others import the PDF library.
 */
export const wordingVersion = '2026-11-26'
export const scheduleVersion = '2026-11-27'
export const privacyVersion = '2026-11-28'
export const termsOfUseVersion = '2026-11-28'
