/** The HTML of the hosted payment pages: card form, 3-D Secure challenge and messages, without script or images. */
import { type Cents, moneyText } from '#journey/money.ts'
import { html, type Markup, page, stylesheet } from '#sandbox/html.ts'
import { type CardType, schemeNames, type TestCard } from './card.ts'
import type { CardField, CardForm, FieldErrors } from './card-form.ts'
import { payStyles } from './styles.ts'

const styles = stylesheet(payStyles)
export const pageContentHashes = { style: styles.source } as const

/** The order paid on a page. */
export interface Order {
  readonly amountCents: Cents
  readonly reference: string
  readonly acceptedTypes: readonly CardType[]
  /** The path of the page. */
  readonly path: string
  readonly cancelAddress: string
  readonly testCards: readonly TestCard[]
  /** The text above the list of test cards. */
  readonly testCardsNote: string
}

interface Field {
  readonly name: CardField
  readonly label: string
  readonly hint: string
  readonly attributes: Markup
}

const fields: readonly Field[] = [
  {
    name: 'cardNumber',
    label: 'Card number',
    hint: '',
    attributes: html`autocomplete="cc-number" inputmode="numeric" class="wide digits"`,
  },
  {
    name: 'nameOnCard',
    label: 'Name on card',
    hint: '',
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

const banner = html`<header class="banner"><strong>Sandbox payment page</strong> – no money moves</header>`

const amountText = (order: Order): string => moneyText(order.amountCents)

/** A label, hint, error and input, connected for screen readers. */
function inputMarkup(field: Field, value: string, error: string | undefined): Markup {
  const hint =
    field.hint === '' ? null : html`<span class="hint" id="${field.name}-hint">${field.hint}</span>`
  const problem = error ? html`<span class="error" id="${field.name}-error">${error}</span>` : null
  const describedBy = [hint ? `${field.name}-hint` : '', error ? `${field.name}-error` : '']
    .filter(Boolean)
    .join(' ')
  return html`<div class="field">
<label for="${field.name}">${field.label}</label>${hint}${problem}
<input id="${field.name}" name="${field.name}" value="${value}" ${field.attributes} spellcheck="false"
${describedBy ? html`aria-describedby="${describedBy}"` : null} ${error ? html`aria-invalid="true"` : null}>
</div>`
}

const summaryMarkup = (errors: readonly { readonly id: string; readonly text: string }[]): Markup | null =>
  errors.length === 0
    ? null
    : html`<div class="summary" role="alert" aria-labelledby="summary-title"><h2 id="summary-title">There is a problem</h2>
<ul>${errors.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></div>`

const orderMarkup = (order: Order): Markup => html`<section class="order" aria-label="Your payment">
<p class="amount">${amountText(order)}</p>
<dl><dt>Reference</dt><dd>${order.reference}</dd>
<dt>Currency</dt><dd>New Zealand dollars</dd>
<dt>Cards taken</dt><dd>${order.acceptedTypes.map(type => schemeNames[type]).join(', ')}</dd></dl></section>`

const testCardsMarkup = (order: Order): Markup => html`<details class="cards"><summary>Test cards</summary>
<table><caption>${order.testCardsNote}</caption>
<thead><tr><th scope="col">Card number</th><th scope="col">What happens</th></tr></thead>
<tbody>${order.testCards.map(card => html`<tr><td class="digits">${card.number}</td><td>${card.shows}</td></tr>`)}</tbody></table></details>`

export function cardPage(order: Order, form: CardForm, errors: FieldErrors): string {
  const listed = fields.flatMap(({ name }) => (errors[name] ? [{ id: name, text: errors[name] }] : []))
  const title = `${listed.length > 0 ? 'Error: ' : ''}Pay ${amountText(order)} by card – Sandbox gateway`
  // The security code is never sent back to the browser.
  const values = { ...form, securityCode: '' }
  return page(
    title,
    styles,
    html`${banner}<main><h1>Pay by card</h1>${summaryMarkup(listed)}<div class="columns">${orderMarkup(order)}
<form method="post" action="${order.path}" novalidate>
${fields.map(field => inputMarkup(field, values[field.name], errors[field.name]))}
<div class="actions"><button type="submit">Pay ${amountText(order)}</button>
<a class="cancel" href="${order.cancelAddress}">Cancel</a></div></form></div>${testCardsMarkup(order)}</main>`,
  )
}

export const challengePage = (order: Order, error: string): string =>
  page(
    `${error ? 'Error: ' : ''}Confirm it is you – Sandbox gateway`,
    styles,
    html`${banner}<main class="narrow"><h1>Confirm it is you</h1>
${summaryMarkup(error ? [{ id: 'code', text: error }] : [])}
<p>Your bank asks for a code before it pays ${amountText(order)}. In this sandbox the code is <strong>123</strong>.</p>
<form method="post" action="${order.path}/challenge" novalidate><div class="field">
<label for="code">Code</label>${error ? html`<span class="error" id="code-error">${error}</span>` : null}
<input id="code" name="code" class="short digits" inputmode="numeric" autocomplete="one-time-code"
${error ? html`aria-describedby="code-error" aria-invalid="true"` : null}></div>
<div class="actions"><button type="submit">Confirm</button><a class="cancel" href="${order.cancelAddress}">Cancel</a></div>
</form></main>`,
  )

export const messagePage = (title: string, text: string): string =>
  page(
    `${title} – Sandbox gateway`,
    styles,
    html`${banner}<main class="narrow"><h1>${title}</h1><p>${text}</p></main>`,
  )
