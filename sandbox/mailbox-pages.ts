/** The HTML pages of the sandbox mailbox: the list, one message, and not found. */
import { html, type Markup, page, stylesheet } from './html.ts'
import type { StoredMessage } from './mailbox-message.ts'

const styles = stylesheet(`
:root { color-scheme: light dark; --ground: #f5f6f3; --surface: #ffffff; --ink: #1c2421; --muted: #4d5853; --line: #d9ded8; --link: #14573f; --ring: #0b57d0; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #10150f; --surface: #1a211c; --ink: #ecf2ed; --muted: #b4c0b8; --line: #343e37; --link: #93dbb8; --ring: #9cc4ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, "Segoe UI", Roboto, Arial, sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: clamp(1.5rem, 1.3rem + 1.2vw, 2rem); line-height: 1.2; margin: 0 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; margin: 24px 0 8px; }
p { margin: 0 0 16px; color: var(--muted); }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; border-radius: 4px; }
ol { list-style: none; margin: 24px 0 0; padding: 0; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
ol li + li { border-top: 1px solid var(--line); }
ol a { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 14px 16px; color: inherit; text-decoration: none; }
ol a:hover strong { text-decoration: underline; }
ol a:focus-visible { outline-offset: -3px; }
strong { overflow-wrap: anywhere; }
.to { grid-column: 1; color: var(--muted); overflow-wrap: anywhere; }
time { color: var(--muted); font-variant-numeric: tabular-nums; font-size: 0.9375rem; }
@media (width < 40rem) { ol a { grid-template-columns: 1fr; } ol time { order: 1; } }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 16px 0; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 75vh; min-height: 420px; border: 1px solid var(--line); border-radius: 12px; background: #ffffff; }
details { margin-top: 16px; }
summary { cursor: pointer; padding: 12px 0; font-weight: 600; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 16px; margin: 0; }
`)
export const mailContentHashes = { style: styles.source } as const

const timeText = new Intl.DateTimeFormat('en-NZ', {
  timeZone: 'Pacific/Auckland',
  dateStyle: 'medium',
  timeStyle: 'short',
})

const timeMarkup = (receivedAt: string): Markup =>
  html`<time datetime="${receivedAt}">${timeText.format(new Date(receivedAt))}</time>`

const lineMarkup = (message: StoredMessage): Markup => html`<li><a href="/sandbox/mailbox/${message.id}">
<strong>${message.subject}</strong> ${timeMarkup(message.receivedAt)} <span class="to">to ${message.to}</span></a></li>`

export const listPage = (messages: readonly StoredMessage[]): string =>
  page(
    'Sandbox mailbox',
    styles,
    html`<main><h1>Sandbox mailbox</h1>
<p>Every e-mail lands here instead of being sent. The newest is at the top.</p>
${messages.length === 0 ? html`<p>There are no messages yet.</p>` : html`<ol>${messages.map(lineMarkup)}</ol>`}</main>`,
  )

const sizeText = (bytes: number): string =>
  bytes < 1024 ? `${bytes} bytes` : `${Math.ceil(bytes / 1024)} kB`

function attachmentsMarkup({ id, attachments }: StoredMessage): Markup | null {
  if (attachments.length === 0) return null
  return html`<h2>Attachments</h2><ul>${attachments.map(
    ({ filename, size }, number) =>
      html`<li><a href="/sandbox/mailbox/${id}/attachments/${number}" download>${filename}</a> (${sizeText(size)})</li>`,
  )}</ul>`
}

export const messagePage = (message: StoredMessage, sandboxed: string): string =>
  page(
    `${message.subject} – Sandbox mailbox`,
    styles,
    html`<main><p><a href="/sandbox/mailbox">All messages</a></p>
<h1>${message.subject}</h1>
<dl><dt>From</dt><dd>${message.from.name} &lt;${message.from.address}&gt;</dd>
<dt>To</dt><dd>${message.to}</dd>
<dt>Reply to</dt><dd>${message.replyTo}</dd>
<dt>Received</dt><dd>${timeMarkup(message.receivedAt)}</dd></dl>
<iframe src="/sandbox/mailbox/${message.id}/html" title="Message" sandbox="${sandboxed}"></iframe>
${attachmentsMarkup(message)}
<details><summary>Plain text</summary><pre>${message.text}</pre></details></main>`,
  )

export const notFoundPage = page(
  'No such message – Sandbox mailbox',
  styles,
  html`<main><h1>No such message</h1><p>It may have been removed. <a href="/sandbox/mailbox">All messages</a></p></main>`,
)
