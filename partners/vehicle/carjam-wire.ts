/**
 * The response schema of CarJam's ABCD call, limited to the fields we read (carjam.co.nz, developer pages,
 * 'ABCD').
 */
import { z } from 'zod'

const words = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform(text => text?.trim() ?? '')

/** Numbers come as text. */
export const carjamVehicle = z.object({
  plate: z.string().min(1),
  year_of_manufacture: z.coerce.number().int().min(1885).max(2100),
  make: z.string().trim().min(1),
  model: z.string().trim().min(1),
  submodel: words,
  body_style: words,
})

/** An error comes as an object with a code, whatever the HTTP status. */
export const carjamError = z.object({ code: z.literal(-1), scode: words, message: words })

/** How it words an unknown key is told nowhere: what speaks of one is no word on a plate. */
export const saysNotFound = ({ scode, message }: z.output<typeof carjamError>): boolean =>
  scode === 'err-no-matches-found' ||
  (/\bno(?:t| matches) found\b/i.test(message) && !/\bkey\b/i.test(message))
