/**
 * The versions of the documents: each is the day on which its text took effect. A changed text needs a new
 * version (document-versions.test.ts checks it). This is a separate file because the document files import
 * the PDF library.
 */
export const wordingVersion = '2026-11-26'
export const scheduleVersion = '2026-11-27'
export const privacyVersion = '2026-11-28'
export const termsOfUseVersion = '2026-11-28'
