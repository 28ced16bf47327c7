/** Creates a brand's folder from a few answers, for `npm run brand -- new`. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { type Brand, brandSchema } from '#brands/brand.ts'
import { UsageError } from '../command.ts'
import { paletteFrom, readNeutralColours } from './palette.ts'

/** The answers that the command needs, each with its question. */
export const brandQuestions = {
  name: 'Name of the brand',
  tagline: 'Tagline beside the name',
  host: 'Host of its site, such as www.brand.example',
  colour: 'Main colour, such as #245C2E',
  phone: 'Support phone, such as 0800 100 337',
  email: 'Support e-mail address',
} as const

export type BrandQuestionKey = keyof typeof brandQuestions

const answersSchema = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty'),
  tagline: z.string().trim().min(1, 'must not be empty'),
  host: z.string().regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/, 'must be a bare name, such as www.brand.example'),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be # and six hexadecimal digits')
    .transform(colour => colour.toUpperCase()),
  phone: z.string().regex(/^0(?: ?\d){7,10}$/, 'must be a New Zealand number, such as 0800 100 337'),
  email: z.email('must be an e-mail address'),
})

/** A disc with a road, drawn with supported elements (brands/parse-logo.ts). The key makes each logo different. */
function logoFor(key: string): string {
  const radius = 6 + (key.length % 5)
  const bend = 8 + ((key.codePointAt(0) ?? 97) % 16)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="19" fill="var(--primary)"/><circle cx="20" cy="${radius + 6}" r="${radius / 2}" fill="var(--accent)"/><path d="M4 30C12 ${bend} 26 ${40 - bend} 36 28" fill="none" stroke="var(--on-primary)" stroke-width="2.6"/></svg>`
}

/** Three rows of hills; the letters of the key give their heights. */
function horizonFor(key: string): string {
  const heights = Array.from({ length: 8 }, (_, index) => (key.codePointAt(index % key.length) ?? 97) % 24)
  const hills = (top: number) =>
    `M0 72V${top + 10}${heights.map((height, index) => `Q${index * 160 + 80} ${top - height / 2} ${(index + 1) * 160} ${top + (height % 12)}`).join('')}V72Z`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 72" aria-hidden="true"><circle cx="640" cy="26" r="16" fill="var(--accent)"/><path fill="var(--far)" d="${hills(36)}"/><path fill="var(--ridge)" d="${hills(50)}"/><path fill="var(--near)" d="${hills(62)}"/></svg>`
}

function brandFrom(key: string, answers: z.output<typeof answersSchema>): z.output<typeof brandSchema> {
  const digits = answers.phone.replace(/\D/g, '')
  const phone = { text: answers.phone, tel: `+64${digits.slice(1)}` }
  return {
    key,
    name: answers.name,
    tagline: answers.tagline,
    hosts: [answers.host],
    ...paletteFrom(answers.colour, readNeutralColours()),
    theme: { header: 'sky', headingWeight: 700, corners: { input: 6, button: 8, card: 10, panel: 16 } },
    supportPhone: phone,
    vehicleNotFoundPhone: phone,
    supportHours: 'Monday to Friday 8am to 6pm',
    supportEmail: answers.email,
    privacyUrl: null,
    termsUrl: null,
    tagManager: null,
    mechanicalBreakdown: null,
    utm: { source: key, medium: 'web', campaign: 'car-insurance-success', content: 'next-steps' },
  }
}

/**
 * Writes brand.json, logo.svg and horizon.svg of a new brand.
 * @param brandsFolder the folder of all brands
 * @returns the remaining steps, one sentence each
 */
export function createBrand(
  key: string,
  answers: Readonly<Record<BrandQuestionKey, string>>,
  brandsFolder: URL,
): readonly string[] {
  if (!/^[a-z]+$/.test(key)) throw new UsageError('The key must be lower-case letters only, such as fern.')
  const folder = new URL(`${key}/`, brandsFolder)
  if (existsSync(folder)) throw new UsageError(`brands/${key} exists already.`)
  const checked = answersSchema.safeParse(answers)
  if (!checked.success)
    throw new UsageError(
      checked.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}.`).join('\n'),
    )
  const brand: Omit<Brand, 'logoSvg' | 'horizonSvg'> = brandFrom(key, checked.data)
  // The linter wants a list of one text on one line.
  const json = JSON.stringify(brandSchema.parse(brand), null, 2).replace(/\[\n\s+(".*")\n\s+\]/g, '[$1]')
  // Only now: a folder without a valid brand.json keeps the server from starting.
  mkdirSync(folder)
  writeFileSync(new URL('brand.json', folder), `${json}\n`)
  writeFileSync(new URL('logo.svg', folder), `${logoFor(key)}\n`)
  writeFileSync(new URL('horizon.svg', folder), `${horizonFor(key)}\n`)
  return [
    `Replace the drawn logo in brands/${key}/logo.svg and the hills in brands/${key}/horizon.svg with the brand's own.`,
    `Check the colours in brands/${key}/brand.json: all come from the one main colour.`,
    'Set vehicleNotFoundPhone, supportHours and mechanicalBreakdown in brand.json. Set privacyUrl and termsUrl only if the brand has such pages of its own, and tagManager only if it measures its visits.',
    'Ask the brand’s lawyer to read our pages /privacy and /terms.',
    `Point the DNS name ${checked.data.host} at the nodes, and register it for reCAPTCHA if that is used.`,
    `Set up SPF and DKIM for mail from ${checked.data.email}.`,
    'Run `npm run unit -- documents`: two tests fail and print the hashes of the brand’s documents. Copy them into documents/direct-debit-terms.test.ts and documents/document-versions.test.ts.',
    `Add its address http://${key}.localhost:8080 to the README.`,
    `Look at it: \`npm start\`, then http://${key}.localhost:8080, and \`npm run states:all\`.`,
  ]
}
