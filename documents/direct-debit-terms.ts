/** The direct debit terms of the payment page, by the rules of the New Zealand bulk clearing system. */
import type { Brand } from '#brands/brand.ts'
import { underwriterDetails } from '#journey/underwriter.ts'
import { html } from './html.ts'

/** Stored with a customer's consent; every change of the text needs a new version. */
export const directDebitTermsVersion = '2026-11-27'

export function directDebitTerms(
  brand: Pick<Brand, 'name' | 'supportPhone' | 'supportHours' | 'supportEmail'>,
): string {
  const { authorisationCode, particulars, code } = underwriterDetails.directDebit
  return html`<h2>Direct debit terms</h2>
<p>You let <strong>${underwriterDetails.name}</strong> (the initiator, ‘we’ below, authorisation code <strong>${authorisationCode}</strong>) take the payments in your schedule for your car insurance from your account, until you tell us or your bank to stop. Your bank’s own terms for your account also apply.</p>
<h3>What you confirm</h3>
<ul>
<li>The account is yours, or you are allowed to sign for it.</li>
<li>You can operate the account alone. Accounts that need two signatures cannot be used online.</li>
</ul>
<p>With your agreement ${brand.name} keeps its time, your network address and the name of your browser, for as long as the policy is kept.</p>
<h3>Notice of payments</h3>
<ul>
<li>Before you agree, we show you the date and amount of every payment of the year. They are in your schedule too. That is our notice to you.</li>
<li>Notice of a series of payments is given at least <strong>10 calendar days</strong> before the first. If the first payment is sooner than that, on the day you choose or, where you choose none, on the day cover starts, you ask us to take it then for the amount shown.</li>
<li>A payment due on a weekend or public holiday is taken on the next business day, or on the one before if cover would be over by then. A payment due on a day the month does not have is taken on the last day of that month.</li>
<li>Your bank statement shows <strong>${particulars}</strong>, <strong>${code}</strong> and your policy number.</li>
</ul>
<h3>Changes</h3>
<p>We tell you at least <strong>30 calendar days</strong> before we change an amount or a date, unless you asked for the change.</p>
<h3>If a payment fails</h3>
<p>If your bank does not pay, we may try once more within <strong>5 business days</strong> without a new notice. Your bank may charge you a fee.</p>
<h3>If a payment is wrong</h3>
<ul>
<li>Ask your bank to reverse a payment within <strong>120 calendar days</strong> if you had no proper notice of it, or if its amount or date was not the one in the notice.</li>
<li>Ask your bank within <strong>nine months</strong> of the first payment if you never gave this authority.</li>
</ul>
<h3>Stopping</h3>
<ol>
<li>You can cancel this authority <strong>at any time</strong>, through us or through your bank.</li>
<li>Your policy still has to be paid for: tell us how you would like to pay instead.</li>
</ol>
<p>${brand.name}: ${brand.supportPhone.text}, ${brand.supportHours}, ${brand.supportEmail}.</p>
<p>Version ${directDebitTermsVersion}.</p>
`.toString()
}
