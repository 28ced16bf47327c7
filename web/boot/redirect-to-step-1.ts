/**
 * Inline script in the head of steps 2 to 5: it leads a tab without answers to step 1 before the step is
 * painted. Compiled by scripts/build.mjs.
 */
import { pathOfStep } from '#journey/steps.ts'
import { draftStorageKey } from '#web/features/draft/storage-key.ts'

try {
  if (!sessionStorage.getItem(draftStorageKey)) location.replace(pathOfStep('car') + location.search)
} catch {
  // The browser forbids storage: the page decides after hydration.
}
