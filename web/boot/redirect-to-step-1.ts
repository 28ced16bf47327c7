/** Inline script in the head of steps 2 to 5: redirects a tab without answers to step 1 before the first paint. */
import { pathOfStep } from '#journey/steps.ts'
import { draftStorageKey } from '#web/features/draft/storage-key.ts'

try {
  if (!sessionStorage.getItem(draftStorageKey)) location.replace(pathOfStep('car') + location.search)
} catch {
  // The browser forbids storage: the page decides after hydration.
}
