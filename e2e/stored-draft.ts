/** Reads and changes the draft in a tab's storage, for the browser tests. */
import type { Page } from '@playwright/test'
import { draftStorageKey } from '#web/features/draft/storage-key.ts'

/** The stored draft as JSON; '' if the tab has none. */
export const storedDraft = (page: Page): Promise<string> =>
  page.evaluate(key => sessionStorage.getItem(key) ?? '', draftStorageKey)

export const storedDraftState = async (page: Page) => JSON.parse(await storedDraft(page)).draftState

/** Changes the draft's state before the page's own script runs; null removes a value. */
export const patchStoredDraft = (page: Page, patch: object, path: string | null = null): Promise<unknown> =>
  page.addInitScript(
    ([key, at, changes]) => {
      if (at !== null && location.pathname !== at) return
      const draft = JSON.parse(sessionStorage.getItem(key) ?? '{}')
      Object.assign(draft.draftState, changes)
      for (const [name, value] of Object.entries(changes)) if (value === null) delete draft.draftState[name]
      sessionStorage.setItem(key, JSON.stringify(draft))
    },
    [draftStorageKey, path, patch] as const,
  )
