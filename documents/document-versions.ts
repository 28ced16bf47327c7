/**
 * The versions of wording, schedule and legal pages: the days on which their texts took effect. A changed text needs
 * a new version (document-versions.test.ts). A file of its own, because the documents' files import the PDF library.
 */
export const wordingVersion = '2026-11-26'
export const scheduleVersion = '2026-11-27'
export const privacyVersion = '2026-11-28'
export const termsOfUseVersion = '2026-11-28'
