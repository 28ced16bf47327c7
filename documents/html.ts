/** HTML template literals that escape every value, for e-mails, direct debit terms, privacy and terms, and the sandbox. */

/** Markup made by `html`. The class is not exported, so no other object can imitate it. */
class Html {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

export type { Html }

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeText = (text: string) => text.replace(/[&<>"']/g, character => entities[character] ?? '')

type Value = string | number | Html | readonly Html[]

function markupOf(value: Value): string {
  if (value instanceof Html) return value.toString()
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value))
  return value.map(markupOf).join('')
}

/** Values are safe in text and in quoted attributes. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(strings.reduce((markup, part, index) => markup + markupOf(values[index - 1] ?? '') + part))
