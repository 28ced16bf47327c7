/**
 * Texts that name the insurer, used where answers go to the insurer and where 'we' does not mean the
 * brand.
 */
import { underwriter } from '#journey/underwriter.ts'

export const insuredByText = `${underwriter.name}, who would insure you`

export const insurerText = {
  we: `In these lists ‘we’ is ${insuredByText}.`,
} as const
