/** What of step 4 comes in a file of its own right after the first window: the people, their post, and how they pay. */
import { nextPart } from '#web/later.tsx'

export const HolderQuestions = nextPart(() =>
  import('./holder-questions.tsx').then(file => file.HolderQuestions),
)
