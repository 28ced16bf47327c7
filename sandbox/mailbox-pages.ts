/** The sandbox mailbox: pages that show the stored messages. A message's HTML is shown in a frame without script. */
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { z } from 'zod'
import { type Html, html } from '#documents/html.ts'
import { type Page, privateHeaders, sendPage } from './page.ts'

/** A message as partners/mail/mailbox.ts writes it. */
const storedMessage = z.object({
  id: z.string(),
  receivedAt: z.string(),
  from: z.object({ name: z.string(), address: z.string() }),
  replyTo: z.string(),
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  attachments: z.array(
    z.object({ filename: z.string(), contentType: z.string(), size: z.number(), base64: z.string() }),
  ),
})
type StoredMessage = z.output<typeof storedMessage>

const maximumListed = 200
const params = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  number: z.coerce.number().int().min(0).max(99).default(0),
})

/** Links may open pages; scripts, forms and remote content are blocked. */
const sandboxed = 'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'
const messagePolicy = `sandbox ${sandboxed}; default-src 'none'; img-src data: 'self'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'self'; form-action 'none'`

/** A file name that is safe in a header. */
const safeName = (filename: string): string => filename.replace(/[^\w.() -]/g, '_')

export const mailboxPlugin: FastifyPluginAsync<{ readonly dir: string }> = async (app, { dir }) => {
  const show = (reply: FastifyReply, page: Page) =>
    sendPage(reply, page, "frame-src 'self'; form-action 'none'")

  async function messageOf(reply: FastifyReply): Promise<StoredMessage | null> {
    const parsed = params.safeParse(reply.request.params)
    return parsed.success ? readMessage(path.join(dir, `${parsed.data.id}.json`)) : null
  }

  app.get('/sandbox/mailbox', async (_, reply) => show(reply, listPage(await newestMessages(dir))))

  app.get('/sandbox/mailbox/:id', async (_, reply) => {
    const message = await messageOf(reply)
    return show(reply, message ? messagePage(message) : notFoundPage)
  })

  app.get('/sandbox/mailbox/:id/html', async (_, reply) => {
    const message = await messageOf(reply)
    if (!message) return show(reply, notFoundPage)
    // Links open outside the frame.
    const framed = message.html.replace('<head>', '<head><base target="_top">')
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        ...privateHeaders,
        'content-security-policy': messagePolicy,
        'x-frame-options': 'SAMEORIGIN',
      })
      .send(framed)
  })

  app.get('/sandbox/mailbox/:id/attachments/:number', async (request, reply) => {
    const message = await messageOf(reply)
    const { number } = params.catch({ id: '', number: -1 }).parse(request.params)
    const attachment = message?.attachments[number]
    if (!attachment) return show(reply, notFoundPage)
    return reply
      .headers({
        ...privateHeaders,
        'content-type': /^[\w.+-]+\/[\w.+-]+/.exec(attachment.contentType)?.[0] ?? 'application/octet-stream',
        'content-disposition': `attachment; filename="${safeName(attachment.filename)}"`,
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(Buffer.from(attachment.base64, 'base64'))
  })
}

async function readMessage(file: string): Promise<StoredMessage | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : (storedMessage.safeParse(JSON.parse(text)).data ?? null)
}

async function newestMessages(dir: string): Promise<StoredMessage[]> {
  const names = (await readdir(dir).catch(() => [])).filter(name => name.endsWith('.json'))
  const timed = await Promise.all(
    names.map(async name => {
      const file = path.join(dir, name)
      return { file, writtenMs: (await stat(file).catch(() => null))?.mtimeMs ?? 0 }
    }),
  )
  const latest = timed.sort((a, b) => b.writtenMs - a.writtenMs).slice(0, maximumListed)
  const messages = await Promise.all(latest.map(({ file }) => readMessage(file)))
  return messages.filter(message => message !== null).sort((a, b) => b.receivedAt.localeCompare(a.receivedAt))
}

const styles = `
h2 { font-size: 1.125rem; margin: 24px 0 8px; }
p { margin: 0 0 16px; color: var(--muted); }
:focus-visible { border-radius: 4px; }
ol { list-style: none; margin: 24px 0 0; padding: 0; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
ol li + li { border-top: 1px solid var(--line); }
ol a { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 14px 16px; color: inherit; text-decoration: none; }
ol a:hover strong { text-decoration: underline; }
ol a:focus-visible { outline-offset: -3px; }
strong { overflow-wrap: anywhere; }
.to { grid-column: 1; color: var(--muted); overflow-wrap: anywhere; }
time { color: var(--muted); font-variant-numeric: tabular-nums; font-size: 0.9375rem; }
@media (width < 40rem) { ol a { grid-template-columns: 1fr; } ol time { order: 1; } }
iframe { display: block; width: 100%; height: 75vh; min-height: 420px; border: 1px solid var(--line); border-radius: 12px; background: #ffffff; }
details { margin-top: 16px; }
summary { cursor: pointer; padding: 12px 0; font-weight: 600; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 16px; margin: 0; }
`

const timeText = new Intl.DateTimeFormat('en-NZ', {
  timeZone: 'Pacific/Auckland',
  dateStyle: 'medium',
  timeStyle: 'short',
})

const timeMarkup = (receivedAt: string): Html =>
  html`<time datetime="${receivedAt}">${timeText.format(new Date(receivedAt))}</time>`

const lineMarkup = (message: StoredMessage): Html => html`<li><a href="/sandbox/mailbox/${message.id}">
<strong>${message.subject}</strong> ${timeMarkup(message.receivedAt)} <span class="to">to ${message.to}</span></a></li>`

const listPage = (messages: readonly StoredMessage[]): Page => ({
  title: 'Sandbox mailbox',
  styles,
  body: html`<main><h1>Sandbox mailbox</h1>
<p>Every e-mail lands here instead of being sent. The newest is at the top.</p>
${messages.length === 0 ? html`<p>There are no messages yet.</p>` : html`<ol>${messages.map(lineMarkup)}</ol>`}</main>`,
})

const sizeText = (bytes: number): string =>
  bytes < 1024 ? `${bytes} bytes` : `${Math.ceil(bytes / 1024)} kB`

const attachmentsMarkup = ({ id, attachments }: StoredMessage): Html | '' =>
  attachments.length === 0
    ? ''
    : html`<h2>Attachments</h2><ul>${attachments.map(
        ({ filename, size }, number) =>
          html`<li><a href="/sandbox/mailbox/${id}/attachments/${number}" download>${filename}</a> (${sizeText(size)})</li>`,
      )}</ul>`

const messagePage = (message: StoredMessage): Page => ({
  title: `${message.subject} – Sandbox mailbox`,
  styles,
  body: html`<main><p><a href="/sandbox/mailbox">All messages</a></p>
<h1>${message.subject}</h1>
<dl><dt>From</dt><dd>${message.from.name} &lt;${message.from.address}&gt;</dd>
<dt>To</dt><dd>${message.to}</dd>
<dt>Reply to</dt><dd>${message.replyTo}</dd>
<dt>Received</dt><dd>${timeMarkup(message.receivedAt)}</dd></dl>
<iframe src="/sandbox/mailbox/${message.id}/html" title="Message" sandbox="${sandboxed}"></iframe>
${attachmentsMarkup(message)}
<details><summary>Plain text</summary><pre>${message.text}</pre></details></main>`,
})

const notFoundPage: Page = {
  title: 'No such message – Sandbox mailbox',
  styles,
  body: html`<main><h1>No such message</h1><p>It may have been removed. <a href="/sandbox/mailbox">All messages</a></p></main>`,
  status: 404,
}
