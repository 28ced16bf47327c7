/** The session storage key of the draft, in a file of its own for the inline scripts. */

export const draftStorageKey = 'openroad.draft.2'
