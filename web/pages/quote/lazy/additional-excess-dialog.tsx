/** The dialog of step 3 (quote) with the table of additional excesses for certain drivers. */
import { dollarsText } from '#journey/money.ts'
import { additionalExcessTable } from '#underwriting/cover-facts.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { additionalExcessText, quoteText } from '#web/content/quote.ts'
import '#web/pages/quote/quote-page.css'

export function AdditionalExcessDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  if (!open) return null
  return (
    <Dialog
      title={quoteText.additionalExcess}
      onClose={onClose}
      closeButton={false}
      actions={<Button onPress={onClose}>{additionalExcessText.close}</Button>}
    >
      <p>{additionalExcessText.intro}</p>
      <table className="table quote-page-excesses">
        <caption className="visually-hidden">{additionalExcessText.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{additionalExcessText.driver}</th>
            <th scope="col">{additionalExcessText.listed}</th>
            <th scope="col">{additionalExcessText.unlisted}</th>
          </tr>
        </thead>
        <tbody>
          {additionalExcessTable.map(excess => (
            <tr key={excess.code}>
              <th scope="row">
                {excess.title}
                <span className="muted small">{excess.sentence}</span>
              </th>
              <td data-label={additionalExcessText.listed}>{dollarsText(excess.listedDollars)}</td>
              <td data-label={additionalExcessText.unlisted}>
                {dollarsText(excess.unlistedDollars ?? excess.listedDollars)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
