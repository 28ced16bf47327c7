/** The letter type and its renderer: HTML and plain text from the same content, for every mail. */
import type { Brand } from '#brands/brand.ts'
import type { LabelledValue } from '#documents/quote-details.ts'
import { button, factTable, footer, heading, mailParagraph, shell } from './components.ts'

export interface Letter {
  readonly subject: string
  /** The preview text beside the subject. */
  readonly preheader: string
  readonly heading: string
  readonly opening: readonly string[]
  readonly facts: readonly LabelledValue[]
  /** The button; null if the reader has nothing to do. */
  readonly action: { readonly text: string; readonly url: string } | null
  /** Paragraphs after the button. */
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
