/**
 * The routes of the sandbox mailbox, which shows the stored messages, for the sandbox and the main site. A message's
 * HTML is shown in a frame without script.
 */
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { z } from 'zod'
import { type StoredMessage, storedMessage } from './mailbox-message.ts'
import { listPage, mailContentHashes, messagePage, notFoundPage } from './mailbox-pages.ts'

export interface MailboxPagesOptions {
  readonly dir: string
}

const maximumListed = 200
const params = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  number: z.coerce.number().int().min(0).max(99).default(0),
})

const pagePolicy = `default-src 'none'; style-src ${mailContentHashes.style}; img-src data:; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** Links may open pages; scripts, forms and remote content are blocked. */
const sandboxed = 'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'
const partPolicy = `sandbox ${sandboxed}; default-src 'none'; img-src data: 'self'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'self'; form-action 'none'`

/** Makes links in the message open outside the frame. */
const withTopTarget = (html: string): string => {
  const base = '<base target="_top">'
  return /<head[^>]*>/i.test(html)
    ? html.replace(/<head[^>]*>/i, head => head + base)
    : `<!doctype html>${base}${html}`
}

/** A file name that is safe in a header. */
const safeName = (filename: string): string => filename.replace(/[^\w.() -]/g, '_')

export const mailbox: FastifyPluginAsync<MailboxPagesOptions> = async (app, { dir }) => {
  const show = (reply: FastifyReply, text: string, policy = pagePolicy, status = 200) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      .send(text)

  const notFound = (reply: FastifyReply) => show(reply, notFoundPage, pagePolicy, 404)

  async function messageOf(reply: FastifyReply): Promise<StoredMessage | null> {
    const parsed = params.safeParse(reply.request.params)
    return parsed.success ? readMessage(path.join(dir, `${parsed.data.id}.json`)) : null
  }

  app.get('/sandbox/mailbox', async (_, reply) => show(reply, listPage(await newest(dir))))

  app.get('/sandbox/mailbox/:id', async (_, reply) => {
    const message = await messageOf(reply)
    return message ? show(reply, messagePage(message, sandboxed)) : notFound(reply)
  })

  app.get('/sandbox/mailbox/:id/html', async (_, reply) => {
    const message = await messageOf(reply)
    if (!message) return notFound(reply)
    return show(reply.header('x-frame-options', 'SAMEORIGIN'), withTopTarget(message.html), partPolicy)
  })

  app.get('/sandbox/mailbox/:id/attachments/:number', async (request, reply) => {
    const message = await messageOf(reply)
    const { number } = params.catch({ id: '', number: -1 }).parse(request.params)
    const attachment = message?.attachments[number]
    if (!attachment) return notFound(reply)
    return reply
      .headers({
        'content-type': /^[\w.+-]+\/[\w.+-]+/.exec(attachment.contentType)?.[0] ?? 'application/octet-stream',
        'content-disposition': `attachment; filename="${safeName(attachment.filename)}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(Buffer.from(attachment.base64, 'base64'))
  })
}

async function readMessage(file: string): Promise<StoredMessage | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? null : (storedMessage.safeParse(JSON.parse(text)).data ?? null)
}

async function newest(dir: string): Promise<StoredMessage[]> {
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
