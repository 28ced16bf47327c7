/** HTML template literals of the sandbox's pages, which escape every value, and the page frame. */
import { createHash } from 'node:crypto'

export interface Markup {
  readonly markup: string
}

export type Part = string | number | Markup | readonly Markup[] | null

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, character => entities[character] ?? '')

function partText(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
}

/** html`<p>${anything}</p>`: strings and numbers are escaped, null is nothing. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: texts.map((text, index) => text + partText(parts[index] ?? null)).join(''),
})

export interface Stylesheet {
  readonly css: string
  /** The hash source for the CSP's `style-src`. */
  readonly source: string
}

export const stylesheet = (css: string): Stylesheet => ({
  css,
  source: `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
})

/** A whole page in New Zealand English. */
export const page = (title: string, styles: Stylesheet, body: Markup): string =>
  html`<!doctype html>
<html lang="en-NZ">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${{ markup: styles.css }}</style>
</head>
<body>${body}</body>
</html>
`.markup
