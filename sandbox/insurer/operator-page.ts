/** The sandbox insurer's operator page: the sold policies, and a warning if one quote became two policies. */
import type { FastifyPluginAsync } from 'fastify'
import type { IdempotencyMode } from '#partners/insurer/port.ts'
import { html, type Markup, sendPage } from '#sandbox/html.ts'
import type { SandboxInsurerStore, SoldPolicy } from './store.ts'

const styles = `
p { margin: 0 0 16px; color: var(--muted); }
.scroll { overflow-x: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 12px 16px; white-space: nowrap; }
tbody tr { border-top: 1px solid var(--line); }
.twice { color: var(--error); font-weight: 700; }
`

const timeText = new Intl.DateTimeFormat('en-NZ', {
  timeZone: 'Pacific/Auckland',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

const says: Readonly<Record<IdempotencyMode, string>> = {
  keys: 'It makes one policy a key, however often it is sent, and finds it by that key.',
  lookup: 'It makes a policy of every bind it is sent, and finds one by the seller’s reference.',
  none: 'It makes a policy of every bind it is sent; only the quote shows that it became one.',
}

const rowMarkup = (policy: SoldPolicy, ofQuote: number): Markup =>
  html`<tr><td>${policy.policy_number}<br>${
    ofQuote > 1 ? html`<strong class="twice">quote sold ${ofQuote} times</strong>` : 'quote sold once'
  }</td><td>${policy.quote_number}</td><td><time datetime="${policy.issued_at.toISOString()}">${timeText.format(policy.issued_at)}</time></td></tr>`

function listMarkup(sold: readonly SoldPolicy[]): Markup {
  if (sold.length === 0) return html`<p>No policy has been sold yet.</p>`
  const times = Map.groupBy(sold, policy => policy.quote_number)
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Policies"><table>
<thead><tr><th scope="col">Policy</th><th scope="col">Quote</th><th scope="col">Issued</th></tr></thead>
<tbody>${sold.map(policy => rowMarkup(policy, times.get(policy.quote_number)?.length ?? 1))}</tbody></table></div>`
}

export const operatorPage: FastifyPluginAsync<{
  store: SandboxInsurerStore
  idempotency: IdempotencyMode
}> = async (app, { store, idempotency }) => {
  app.get('/sandbox/insurer', async (_, reply) =>
    sendPage(reply, {
      title: 'Sandbox insurer',
      styles,
      body: html`<main><h1>Sandbox insurer</h1>
<p>Every policy it has issued, the newest at the top. ${says[idempotency]}</p>
${listMarkup(await store.sold())}</main>`,
    }),
  )
}
