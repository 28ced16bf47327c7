/** Where the tab keeps the draft. Alone, for who only names it: the page's inline scripts, and the state book, which plain Node runs. */
export const draftStorageKey = 'openroad.draft'
