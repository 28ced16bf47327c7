/** The type of a legal document and its HTML with a list of contents, for the privacy and terms pages. */
import { type Html, html } from '#documents/html.ts'
import { formatLongDate, type NzDay } from '#journey/dates.ts'

interface LegalSection {
  /** The section's anchor: `/privacy#who-gets-it`. */
  readonly id: string
  readonly title: string
  readonly content: Html
}

export interface LegalDocument {
  readonly title: string
  readonly version: NzDay
  readonly introduction: string
  readonly sections: readonly LegalSection[]
}

export const paragraphs = (...texts: readonly string[]): Html =>
  html`${texts.map(text => html`<p>${text}</p>\n`)}`

export const bulletList = (...items: readonly (string | Html)[]): Html =>
  html`<ul>\n${items.map(item => html`<li>${item}</li>\n`)}</ul>\n`

export const renderLegalDocument = ({ title, version, introduction, sections }: LegalDocument): string =>
  html`<h1>${title}</h1>
<p class="legal-version">Version ${version}, in force since ${formatLongDate(version)}</p>
<p class="legal-introduction">${introduction}</p>
<nav class="legal-contents" aria-labelledby="contents">
<h2 id="contents">On this page</h2>
<ol>
${sections.map(section => html`<li><a href="#${section.id}">${section.title}</a></li>\n`)}</ol>
</nav>
${sections.map(
  section => html`<section aria-labelledby="${section.id}">
<h2 id="${section.id}">${section.title}</h2>
${section.content}</section>
`,
)}`.toString()
