/** HTML template literals that escape every value: used by the mails and the direct debit terms. */

/** Markup that only `html` can make: the class stays here, so no text can pass for it. */
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

/** Values stand in text or between the quotes of an attribute; both are safe. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(strings.reduce((markup, part, index) => markup + markupOf(values[index - 1] ?? '') + part))
