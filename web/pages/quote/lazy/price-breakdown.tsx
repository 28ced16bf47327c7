/** The table of step 3 (quote) with the components of the price, which add up to it to the cent. */
import { paymentsPerYear } from '#journey/cover.ts'
import { gstPortion, moneyText, wireToCents } from '#journey/money.ts'
import { instalmentLoadingCode, type PremiumComponentCode } from '#journey/price-table.ts'
import { premiumComponentNames, priceText } from '#web/content/price-breakdown.ts'
import type { QuoteAttributes } from '#web/features/draft/draft-state.ts'
import { useDeferredAnswers } from '#web/features/draft/draft-store.ts'
import {
  annualCents,
  confirmedCents,
  isPriceUpToDate,
  quotedFrequency,
  yearTotalCents,
} from '#web/features/pricing/quote-price.ts'
import { today } from '#web/lib/server-clock.ts'
import '#web/pages/quote/price-panel.css'

/** Our names for the insurer's premium components; a component without a name here keeps the insurer's. */
const names = new Map<string, string>(Object.entries(premiumComponentNames))

interface PriceRow {
  readonly label: string
  readonly cents: number
  readonly isSum?: true
}

const gstCode: PremiumComponentCode = 'GST'

/** The rows from the base price to the year's total; each sum is that of the rows above it. */
export function priceRows(quote: QuoteAttributes): PriceRow[] {
  const frequency = quotedFrequency(quote)
  const total = yearTotalCents(confirmedCents(quote), frequency)
  const rows: PriceRow[] = [
    ...(quote.priceSteps ?? [])
      // Calculated from the payments below, and shown after the annual price, wherever the insurer lists it.
      .filter(({ code }) => code !== instalmentLoadingCode)
      .map(({ code, amount }) => ({ label: names.get(code) ?? code, cents: wireToCents(amount) })),
    { label: priceText.annual, cents: annualCents(quote), isSum: true },
  ]
  if (frequency === 'ANNUAL') return rows
  const loading = total - annualCents(quote)
  // The GST of the loading is in no step, and the price panel shows the GST of the year's total.
  const gstStep = (quote.priceSteps ?? []).find(({ code }) => code === gstCode)
  const moreGst = gstStep && gstPortion(total) - wireToCents(gstStep.amount)
  if (loading > 0)
    rows.push({
      label: moreGst ? priceText.instalmentLoadingWithGst(moneyText(moreGst)) : priceText.instalmentLoading,
      cents: loading,
    })
  // Without a loading, an insurer may round each payment down.
  if (loading < 0) rows.push({ label: priceText.rounding, cents: loading })
  return [...rows, { label: priceText.yearTotal, cents: total, isSum: true }]
}

export function PriceBreakdown({ quote }: { quote: QuoteAttributes }) {
  const frequency = quotedFrequency(quote)
  const isOfNow = isPriceUpToDate(quote, useDeferredAnswers(), today())
  return (
    <details className="price-panel-breakdown sheet">
      <summary className="summary-large">{priceText.title}</summary>
      <table className="small">
        <caption className="visually-hidden">{priceText.caption}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{priceText.step}</th>
            <th scope="col">{priceText.amount}</th>
          </tr>
        </thead>
        <tbody>
          {priceRows(quote).map(row => (
            <tr key={row.label} className={row.isSum ? 'price-panel-sum' : undefined}>
              <th scope="row">{row.label}</th>
              <td>{moneyText(row.cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isOfNow && <p className="muted small price-panel-before">{priceText.before}</p>}
      {isOfNow && frequency !== 'ANNUAL' && (
        <p className="muted small">
          {priceText.payments(paymentsPerYear[frequency], moneyText(confirmedCents(quote)))}
        </p>
      )}
    </details>
  )
}
