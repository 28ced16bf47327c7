/** The session storage key of the draft, in a separate file for the inline scripts. */

export const draftStorageKey = 'openroad.draft.2'
