/**
 * The session storage key of the draft. It has its own file for the inline scripts and for scripts that
 * plain Node runs.
 */

export const draftStorageKey = 'openroad.draft.2'
