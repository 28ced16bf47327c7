/** Who insures, said where their answers go to them, and where ‘we’ is not the brand. */
import { underwriter } from '#journey/underwriter.ts'

export const whoInsures = `${underwriter.name}, who would insure you`

export const insurerWords = {
  we: `In these lists ‘we’ is ${whoInsures}.`,
} as const
