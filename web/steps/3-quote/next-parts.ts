/** What of the quote page comes in a file of its own right after the first window: the open cover below its tab. */
import { nextPart } from '#web/later.tsx'

export const CoverDetails = nextPart(() => import('./cover-details.tsx').then(file => file.CoverDetails))
