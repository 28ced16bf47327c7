/** The frame, base styles and headers of the sandbox's HTML pages. */
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Html, html } from '#documents/html.ts'

/** The headers of every response that shows what a person wrote. */
export const privateHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** The styles of every page. */
const baseStyles = `
:root { color-scheme: light dark; --ground: #f5f6f3; --surface: #ffffff; --ink: #1c2421; --muted: #4d5853; --line: #d9ded8; --link: #14573f; --error: #a8201a; --ring: #0b57d0; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #10150f; --surface: #1a211c; --ink: #ecf2ed; --muted: #b4c0b8; --line: #343e37; --link: #93dbb8; --error: #ffb4ab; --ring: #9cc4ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, "Segoe UI", Roboto, Arial, sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: clamp(1.5rem, 1.3rem + 1.2vw, 2rem); line-height: 1.2; margin: 0 0 8px; overflow-wrap: anywhere; }
a { color: var(--link); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 16px 0; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; }
`

export interface Page {
  readonly title: string
  /** Added to the base styles. */
  readonly styles: string
  readonly body: Html
  readonly status?: number
}

/**
 * Sends a page in New Zealand English, which may load nothing but its own styles.
 * @param directives more directives of the content security policy
 */
export function sendPage(
  reply: FastifyReply,
  { title, styles, body, status = 200 }: Page,
  directives = "form-action 'none'",
): FastifyReply {
  const css = baseStyles + styles
  const hash = createHash('sha256').update(css).digest('base64')
  const text = `<!doctype html>
<html lang="en-NZ">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${html`${title}`}</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>${body}</body>
</html>
`
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      ...privateHeaders,
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; ${directives}; frame-ancestors 'none'; base-uri 'none'`,
    })
    .send(text)
}
