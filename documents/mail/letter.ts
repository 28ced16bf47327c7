/**
 * The letter type: written once and rendered as HTML and as plain text with the same details and
 * sentences.
 */
import type { Brand } from '#brands/brand.ts'
import type { LabelledValue } from '#documents/quote-details.ts'
import { button, factTable, footer, heading, mailParagraph, shell } from './components.ts'

export interface Letter {
  readonly subject: string
  /** Shown beside the subject in a list of mails. */
  readonly preheader: string
  readonly heading: string
  readonly opening: readonly string[]
  readonly facts: readonly LabelledValue[]
  /** The button; null where there is nothing to do. */
  readonly action: { readonly text: string; readonly url: string } | null
  /** After the button: what to do without it, what comes next. */
  readonly closing: readonly string[]
  readonly footer: readonly string[]
}

export interface RenderedMail {
  readonly subject: string
  readonly html: string
  readonly text: string
}

const plainText = (letter: Letter, { name, supportPhone, supportHours }: Brand): string =>
  [
    letter.heading,
    ...letter.opening,
    letter.facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    ...(letter.action ? [`${letter.action.text}:\n${letter.action.url}`] : []),
    ...letter.closing,
    '--',
    ...letter.footer,
    `${name}: call ${supportPhone.text}, ${supportHours}`,
  ].join('\n\n')

export function renderLetter(letter: Letter, brand: Brand): RenderedMail {
  const page = shell(brand, letter.subject, letter.preheader, [
    heading(letter.heading),
    ...letter.opening.map(mailParagraph),
    factTable(letter.facts),
    ...(letter.action ? [button(brand, letter.action.text, letter.action.url)] : []),
    ...letter.closing.map(mailParagraph),
    footer(brand, letter.footer),
  ])
  return { subject: letter.subject, html: page.toString(), text: `${plainText(letter, brand)}\n` }
}
