/** What certain drivers add to the excess, as a table in a popup (QUOTE-04). */
import { dollarsText } from '#journey/money.ts'
import { additionalExcessTable } from '#underwriting/cover-facts.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { additionalExcessWords } from '#web/content/additional-excess.ts'
import { quoteWords } from '#web/content/quote.ts'
import styles from './quote-page.module.css'

export function AdditionalExcess({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      title={quoteWords.additionalExcess}
      open={open}
      onClose={onClose}
      closeButton={false}
      actions={<Button onPress={onClose}>{additionalExcessWords.close}</Button>}
    >
      <p>{additionalExcessWords.intro}</p>
      <table className={styles.table}>
        <caption className="hear">{additionalExcessWords.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{additionalExcessWords.driver}</th>
            <th scope="col">{additionalExcessWords.listed}</th>
            <th scope="col">{additionalExcessWords.unlisted}</th>
          </tr>
        </thead>
        <tbody>
          {additionalExcessTable.map(excess => (
            <tr key={excess.code}>
              <th scope="row">
                {excess.title}
                <span className={styles.under}>{excess.sentence}</span>
              </th>
              <td data-for={additionalExcessWords.listed}>{dollarsText(excess.listedDollars)}</td>
              <td data-for={additionalExcessWords.unlisted}>
                {dollarsText(excess.unlistedDollars ?? excess.listedDollars)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
