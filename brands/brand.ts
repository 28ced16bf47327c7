/** The schema of a brand's brand.json file, with which the server validates it at start, and the `Brand` type. */
import { z } from 'zod'

/** The provider's own brand. Outside production it serves every host that no brand lists. */
export const ownBrandKey = 'openroad'

const colour = z.string().regex(/^#[0-9A-F]{6}$/)

/** The brand's colours of one scheme; neutral colours are in web/styles. */
const palette = z.strictObject({
  primary: colour,
  onPrimary: colour,
  primaryHover: colour,
  link: colour,
  tint: colour,
  focus: colour,
  accent: colour,
})

const radius = z.number().int().min(0).max(32)

const theme = z.strictObject({
  /** `sky`: the name is drawn on the page colour above the horizon; `band`: on the brand's deep colour. */
  header: z.enum(['sky', 'band']),
  headingWeight: z.number().int().min(500).max(900),
  corners: z.strictObject({ input: radius, button: radius, card: radius, panel: radius }),
})

/** `text` is shown, `tel` is dialled: '0800 100 200' and '+64800100200'. */
const phone = z
  .strictObject({ text: z.string().min(5), tel: z.string().regex(/^\+64\d{7,10}$/) })
  .refine(({ text, tel }) => tel === `+64${text.replace(/\D/g, '').replace(/^0/, '')}`, {
    path: ['tel'],
    error: 'must be +64 and the digits of the text without their leading 0',
  })

const ownPage = z
  .string()
  .regex(/^https?:\/\/[^/\s]/, 'must be a web address, or null for the page that we serve')
  .nullable()

/** A host name in lower case without port, as `brandOfHost` compares it. */
const host = z
  .string()
  .regex(/^[a-z\d-]+(\.[a-z\d-]+)*$/, 'must be a bare name in small letters, as www.brand.example')

export const brandSchema = z.strictObject({
  /** The `source` of a new prospect, and the folder's name. */
  key: z.string().regex(/^[a-z]+$/),
  name: z.string().min(1),
  /** Shown with the name in the header, e-mails and documents. */
  tagline: z.string().min(1),
  hosts: z.array(host),
  light: palette,
  dark: palette,
  theme,
  supportPhone: phone,
  vehicleNotFoundPhone: phone,
  supportHours: z.string().min(1),
  supportEmail: z.email(),
  /** The brand's own pages; with null, ours are shown at /privacy and /terms. */
  privacyUrl: ownPage,
  termsUrl: ownPage,
  /** The Google Tag Manager container that production hosts load; null loads none (docs/analytics.md). */
  tagManager: z
    .string()
    .regex(/^GTM-[A-Z\d]{4,12}$/, 'must be a container of Google Tag Manager, as GTM-AB12CD3, or null')
    .nullable(),
  /** The brand's mechanical breakdown site, chosen by `MECHANICAL_BREAKDOWN_SITE`; null if it has none. */
  mechanicalBreakdown: z.strictObject({ production: z.url(), test: z.url() }).nullable(),
  utm: z.strictObject({ source: z.string(), medium: z.string(), campaign: z.string(), content: z.string() }),
})

export type Brand = z.output<typeof brandSchema> & {
  readonly logoSvg: string
  /** The drawing under the header, 1280 by 72, with the CSS colours --far, --ridge, --sail, --accent and --near. */
  readonly horizonSvg: string
}

/** The domain of the brand's support address. The ids of its e-mails and calendar entries end with it. */
export const mailDomain = ({ supportEmail }: Pick<Brand, 'supportEmail'>): string =>
  supportEmail.slice(supportEmail.lastIndexOf('@') + 1)
