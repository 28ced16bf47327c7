/** Who insures, said where their answers go to them, and where ‘we’ is not the brand. */
import { underwriter } from '#journey/underwriter.ts'

export const insuredByText = `${underwriter.name}, who would insure you`

export const insurerText = {
  we: `In these lists ‘we’ is ${insuredByText}.`,
} as const
