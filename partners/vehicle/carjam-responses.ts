/** The response schemas of CarJam's ABCD call (carjam.co.nz, developer pages), for the CarJam adapter. */
import { z } from 'zod'

const words = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform(text => text?.trim() ?? '')

/** CarJam sends numbers as text. */
export const carjamVehicle = z.object({
  plate: z.string().min(1),
  year_of_manufacture: z.coerce.number().int().min(1885).max(2100),
  make: z.string().trim().min(1),
  model: z.string().trim().min(1),
  submodel: words,
  body_style: words,
})

/** The body of an error, with any HTTP status. */
export const carjamError = z.object({ code: z.literal(-1), scode: words, message: words })

/** CarJam does not document its message for a wrong key, so a message about a key is not an unknown plate. */
export const isUnknownPlate = ({ scode, message }: z.output<typeof carjamError>): boolean =>
  scode === 'err-no-matches-found' ||
  (/\bno(?:t| matches) found\b/i.test(message) && !/\bkey\b/i.test(message))
