/**
 * The versions of the papers: the day on which their words took effect. Changed words are a new version, to which
 * document-versions.test.ts holds them. Apart from the papers, whose files bring the library that draws them.
 */
export const wordingVersion = '2026-11-26'
export const scheduleVersion = '2026-11-27'
