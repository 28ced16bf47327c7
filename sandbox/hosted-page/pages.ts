/** The HTML of the sandbox's hosted payment page, without script: card form, challenge and messages. */
import { type Html, html } from '#documents/html.ts'
import { type Cents, moneyText } from '#journey/money.ts'
import type { Page } from '#sandbox/page.ts'
import {
  type CardField,
  type CardForm,
  type FieldErrors,
  schemeNames,
  type TestCard,
  type TestCardScheme,
} from './card-form-validation.ts'

/** Clearly different from the shop. */
const styles = `
:root { --ground: #f1f1f7; --ink: #1b1c2b; --muted: #50546a; --line: #757a8f; --soft: #e3e4ef; --link: #37358c; --on-link: #ffffff;
  --hover: #28266b; --banner: #ffe9a8; --on-banner: #3b2c00; --error-ground: #fdeeec; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #11121b; --surface: #1b1d2a; --ink: #ecedf5; --muted: #b5b9ca; --line: #8a90a6; --soft: #2c2f42; --link: #b9b8ff;
    --on-link: #15143f; --hover: #d5d4ff; --banner: #4a3a08; --on-banner: #ffe9a8; --error-ground: #3a1512; }
}
.banner { margin: 0; padding: 12px 16px; text-align: center; background: var(--banner); color: var(--on-banner); }
main.narrow { max-width: 520px; }
h1 { font-size: clamp(1.625rem, 1.3rem + 1.6vw, 2.25rem); line-height: 1.2; margin: 8px 0 24px; }
h2 { font-size: 1.125rem; margin: 0 0 8px; }
.columns { display: grid; gap: 16px; }
.order, form { background: var(--surface); border: 1px solid var(--soft); border-radius: 14px; padding: 20px; }
.amount { font-size: 2.25rem; font-weight: 700; line-height: 1.1; margin: 0 0 16px; font-variant-numeric: tabular-nums; }
dl { margin: 0; font-size: 0.9375rem; }
.field { margin: 0 0 20px; }
label { display: block; font-weight: 600; margin-bottom: 4px; }
.hint { display: block; color: var(--muted); font-size: 0.875rem; margin-bottom: 4px; }
.error { display: block; color: var(--error); font-weight: 600; margin-bottom: 4px; }
input { font: inherit; width: 100%; min-height: 48px; padding: 10px 12px; color: inherit; background: var(--surface); border: 2px solid var(--line); border-radius: 8px; }
input[aria-invalid] { border-color: var(--error); }
.short { max-width: 10rem; }
.digits { font-variant-numeric: tabular-nums; letter-spacing: 0.03em; }
.actions { display: flex; flex-direction: column; gap: 12px; align-items: stretch; text-align: center; }
button { font: inherit; font-weight: 700; min-height: 52px; padding: 12px 28px; color: var(--on-link); background: var(--link); border: 2px solid transparent; border-radius: 26px; cursor: pointer; }
button:hover { background: var(--hover); }
.cancel { padding: 12px; min-height: 48px; }
.summary { border: 3px solid var(--error); background: var(--error-ground); border-radius: 10px; padding: 16px 20px; margin-bottom: 24px; }
.summary ul { margin: 0; padding-left: 20px; }
.summary a { color: var(--error); font-weight: 600; }
.cards { margin-top: 24px; }
.cards summary { cursor: pointer; padding: 12px 0; font-weight: 600; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
caption { text-align: left; color: var(--muted); padding-bottom: 8px; }
th, td { text-align: left; vertical-align: top; padding: 8px 12px 8px 0; border-bottom: 1px solid var(--soft); overflow-wrap: anywhere; }
@media (min-width: 760px) {
  .columns { grid-template-columns: 300px 1fr; align-items: start; gap: 24px; }
  .actions { flex-direction: row; align-items: center; }
}
`

/** The order paid on a page. */
export interface Order {
  readonly amountCents: Cents
  readonly reference: string
  readonly acceptedTypes: readonly TestCardScheme[]
  /** The path of the page. */
  readonly path: string
  readonly cancelAddress: string
}

export interface TestCardList {
  readonly testCards: readonly TestCard[]
  /** The text above the list. */
  readonly testCardsNote: string
}

interface Field<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly hint?: string
  readonly attributes: Html
}

const fields: readonly Field<CardField>[] = [
  {
    name: 'cardNumber',
    label: 'Card number',
    attributes: html`autocomplete="cc-number" inputmode="numeric" class="wide digits"`,
  },
  {
    name: 'nameOnCard',
    label: 'Name on card',
    attributes: html`autocomplete="cc-name" class="wide"`,
  },
  {
    name: 'expiry',
    label: 'Expiry date (MM/YY)',
    hint: 'For example 07/30',
    attributes: html`autocomplete="cc-exp" inputmode="numeric" class="short digits"`,
  },
  {
    name: 'securityCode',
    label: 'Security code',
    hint: '3 digits on the back, or 4 on the front of an American Express card',
    attributes: html`autocomplete="cc-csc" inputmode="numeric" class="short digits"`,
  },
]

const codeField: Field<'code'> = {
  name: 'code',
  label: 'Code',
  attributes: html`autocomplete="one-time-code" inputmode="numeric" class="short digits"`,
}

const banner = html`<header class="banner"><strong>Sandbox payment page</strong> – no money moves</header>`

const amountText = (order: Order): string => moneyText(order.amountCents)

/** A label, hint, error and input, connected for screen readers. */
function inputMarkup({ name, label, hint, attributes }: Field<string>, value: string, error = ''): Html {
  const describedBy = [hint ? `${name}-hint` : '', error ? `${name}-error` : ''].filter(Boolean).join(' ')
  return html`<div class="field">
<label for="${name}">${label}</label>${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : ''}
${error ? html`<span class="error" id="${name}-error">${error}</span>` : ''}
<input id="${name}" name="${name}" value="${value}" ${attributes} spellcheck="false"
${describedBy ? html`aria-describedby="${describedBy}"` : ''} ${error ? html`aria-invalid="true"` : ''}>
</div>`
}

const summaryMarkup = (errors: readonly { readonly id: string; readonly text: string }[]): Html | '' =>
  errors.length === 0
    ? ''
    : html`<div class="summary" role="alert" aria-labelledby="summary-title"><h2 id="summary-title">There is a problem</h2>
<ul>${errors.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></div>`

const orderMarkup = (order: Order): Html => html`<section class="order" aria-label="Your payment">
<p class="amount">${amountText(order)}</p>
<dl><dt>Reference</dt><dd>${order.reference}</dd>
<dt>Currency</dt><dd>New Zealand dollars</dd>
<dt>Cards taken</dt><dd>${order.acceptedTypes.map(type => schemeNames[type]).join(', ')}</dd></dl></section>`

const testCardsMarkup = ({
  testCards,
  testCardsNote,
}: TestCardList): Html => html`<details class="cards"><summary>Test cards</summary>
<table><caption>${testCardsNote}</caption>
<thead><tr><th scope="col">Card number</th><th scope="col">What happens</th></tr></thead>
<tbody>${testCards.map(card => html`<tr><td class="digits">${card.number}</td><td>${card.shows}</td></tr>`)}</tbody></table></details>`

export function cardPage(
  order: Order,
  testCards: TestCardList,
  form: CardForm,
  errors: FieldErrors,
): Omit<Page, 'status'> {
  const listed = fields.flatMap(({ name }) => (errors[name] ? [{ id: name, text: errors[name] }] : []))
  const title = `${listed.length > 0 ? 'Error: ' : ''}Pay ${amountText(order)} by card – Sandbox gateway`
  // The security code is never sent back to the browser.
  const values = { ...form, securityCode: '' }
  return {
    title,
    styles,
    body: html`${banner}<main><h1>Pay by card</h1>${summaryMarkup(listed)}<div class="columns">${orderMarkup(order)}
<form method="post" action="${order.path}" novalidate>
${fields.map(field => inputMarkup(field, values[field.name], errors[field.name]))}
<div class="actions"><button type="submit">Pay ${amountText(order)}</button>
<a class="cancel" href="${order.cancelAddress}">Cancel</a></div></form></div>${testCardsMarkup(testCards)}</main>`,
  }
}

export const challengePage = (order: Order, error: string): Page => ({
  title: `${error ? 'Error: ' : ''}Confirm it is you – Sandbox gateway`,
  status: error ? 400 : 200,
  styles,
  body: html`${banner}<main class="narrow"><h1>Confirm it is you</h1>
${summaryMarkup(error ? [{ id: 'code', text: error }] : [])}
<p>Your bank asks for a code before it pays ${amountText(order)}. In this sandbox the code is <strong>123</strong>.</p>
<form method="post" action="${order.path}/challenge" novalidate>${inputMarkup(codeField, '', error)}
<div class="actions"><button type="submit">Confirm</button><a class="cancel" href="${order.cancelAddress}">Cancel</a></div>
</form></main>`,
})

export const messagePage = (title: string, text: string, status: number): Page => ({
  title: `${title} – Sandbox gateway`,
  status,
  styles,
  body: html`${banner}<main class="narrow"><h1>${title}</h1><p>${text}</p></main>`,
})
