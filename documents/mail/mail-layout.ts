/** The layout of every e-mail as HTML and plain text. Styles are inline, because e-mail clients drop other styles. */
import type { Brand } from '#brands/brand.ts'
import { type Html, html } from '#documents/html.ts'
import type { LabelledValue } from '#documents/quote-and-policy-text.ts'

/** The neutral colours of web/styles with stronger lines. */
const light = { page: '#F7F5F0', surface: '#FFFFFF', ink: '#17212B', muted: '#4A5560', line: '#D5DAD8' }
const dark = { page: '#0E161C', surface: '#17222A', ink: '#EDF2F4', muted: '#B4C0C9', line: '#3A4650' }
const fontFamily = 'Figtree, system-ui, Segoe UI, Roboto, Arial, sans-serif'

/** Breaks long words, so that phones do not scroll sideways. The first rule is for clients without the second. */
const breaksWords = 'word-break:break-word;overflow-wrap:anywhere;'

/** Dark mode and narrow screens, for e-mail clients that support a style element. */
const fittingStyles = (brand: Brand): Html => html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.page { background-color: ${dark.page} !important; }
.surface { background-color: ${dark.surface} !important; }
.ink { color: ${dark.ink} !important; }
.muted { color: ${dark.muted} !important; }
.line { border-color: ${dark.line} !important; }
.link { color: ${brand.dark.link} !important; }
.action { background-color: ${brand.dark.primary} !important; color: ${brand.dark.onPrimary} !important; }
}
@media (max-width: 350px) {
h1 { font-size: 22px !important; }
.detail { font-size: 14px !important; }
}
</style>`

const shell = (
  brand: Brand,
  title: string,
  preheader: string,
  content: readonly Html[],
): Html => html`<!doctype html>
<html lang="en-NZ" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
${fittingStyles(brand)}
</head>
<body class="page" style="margin:0;padding:0;background-color:${light.page};">
<div style="display:none;max-height:0;overflow:hidden;">${preheader}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background-color:${light.page};">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="surface ink" style="max-width:600px;background-color:${light.surface};color:${light.ink};font-family:${fontFamily};font-size:16px;line-height:1.5;text-align:left;${breaksWords}">
<tr><td style="background-color:${brand.light.primary};color:${brand.light.onPrimary};padding:20px 24px;border-bottom:5px solid ${brand.light.accent};">
<strong style="font-size:20px;line-height:1.2;">${brand.name}</strong><br>${brand.tagline}
</td></tr>
<tr><td style="padding:28px 24px 24px;">
${content}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`

/** Texts that must not wrap: '25 November 2026', '0800 100 673', 'Q-7K2M9-XW4RTC', '••-••••-•••••00-00'. */
const unwrappable = /(\d{1,2} \p{L}{3,9} \d{4}|0\d{3} \d{3} \d{3}|Q-[\dA-Z]{5}-[\dA-Z]{6}|•[•\d-]{17,18})/u

const withoutWraps = (text: string): Html[] =>
  text
    .split(unwrappable)
    .map((part, at) =>
      at % 2 === 1 ? html`<span style="white-space:nowrap;">${part}</span>` : html`${part}`,
    )

const heading = (text: string): Html =>
  html`<h1 class="ink" style="margin:0 0 12px;font-size:26px;line-height:1.2;color:${light.ink};">${withoutWraps(text)}</h1>\n`

const mailParagraph = (text: string): Html =>
  html`<p class="ink" style="margin:0 0 16px;color:${light.ink};">${withoutWraps(text)}</p>\n`

const detailRow = ({ label, value }: LabelledValue): Html => html`<tr>
<th scope="row" class="detail muted line" style="width:38%;padding:10px 12px 10px 0;border-bottom:1px solid ${light.line};text-align:left;vertical-align:top;font-weight:600;color:${light.muted};">${label}</th>
<td class="detail ink line" style="padding:10px 0;border-bottom:1px solid ${light.line};vertical-align:top;color:${light.ink};">${withoutWraps(value)}</td>
</tr>
`

const detailTable = (details: readonly LabelledValue[]): Html =>
  html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 24px;border-collapse:collapse;font-size:16px;line-height:1.5;">
${details.map(detailRow)}</table>\n`

/** A link that looks like a button. Throws if the URL is not a web address. */
function button(brand: Brand, text: string, url: string): Html {
  if (!/^https?:\/\//.test(url)) throw new Error('A mail links to web addresses only')
  const { primary, onPrimary } = brand.light
  return html`<p style="margin:0 0 24px;"><a href="${url}" class="action" style="display:inline-block;padding:13px 24px;border-radius:${brand.theme.corners.button}px;background-color:${primary};color:${onPrimary};font-weight:600;line-height:1.25;text-align:center;text-decoration:underline;">${text}</a></p>\n`
}

const footer = (
  brand: Brand,
  lines: readonly string[],
): Html => html`<div class="muted line" style="border-top:1px solid ${light.line};padding-top:16px;color:${light.muted};">
${lines.map(line => html`<p class="muted" style="margin:0 0 12px;color:${light.muted};">${line}</p>\n`)}<p class="muted" style="margin:0;color:${light.muted};">${brand.name}: <a href="tel:${brand.supportPhone.tel}" class="link" style="display:inline-block;padding:4px 0;color:${brand.light.link};">call ${brand.supportPhone.text}</a></p>
<p class="muted" style="margin:0;color:${light.muted};">${brand.supportHours}</p>
</div>
`

export interface MailContent {
  readonly subject: string
  readonly preheader: string
  readonly heading: string
  readonly opening: readonly string[]
  readonly details: readonly LabelledValue[]
  readonly action: { readonly text: string; readonly url: string } | null
  readonly closing: readonly string[]
  readonly footer: readonly string[]
}

export interface RenderedMail {
  readonly subject: string
  readonly html: string
  readonly text: string
}

const plainText = (content: MailContent, { name, supportPhone, supportHours }: Brand): string =>
  [
    content.heading,
    ...content.opening,
    content.details.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    ...(content.action ? [`${content.action.text}:\n${content.action.url}`] : []),
    ...content.closing,
    '--',
    ...content.footer,
    `${name}: call ${supportPhone.text}, ${supportHours}`,
  ].join('\n\n')

export function renderMail(content: MailContent, brand: Brand): RenderedMail {
  const page = shell(brand, content.subject, content.preheader, [
    heading(content.heading),
    ...content.opening.map(mailParagraph),
    detailTable(content.details),
    ...(content.action ? [button(brand, content.action.text, content.action.url)] : []),
    ...content.closing.map(mailParagraph),
    footer(brand, content.footer),
  ])
  return { subject: content.subject, html: page.toString(), text: `${plainText(content, brand)}\n` }
}
