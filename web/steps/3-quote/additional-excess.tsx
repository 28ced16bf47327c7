/** What certain drivers add to the excess, as a table in a popup (QUOTE-04). */
import { dollarsText } from '#journey/money.ts'
import { additionalExcessTable } from '#underwriting/cover-facts.ts'
import { Button } from '#web/form/button.tsx'
import { Dialog } from '#web/form/dialog.tsx'
import { quoteWords } from '#web/words/quote.ts'
import styles from './quote-step.module.css'

export function AdditionalExcess({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      title={quoteWords.additionalExcess}
      open={open}
      onClose={onClose}
      closeButton={false}
      actions={<Button onPress={onClose}>{quoteWords.close}</Button>}
    >
      <p>{quoteWords.additionalExcessIntro}</p>
      <table className={styles.table}>
        <caption className="hear">{quoteWords.additionalExcessCaption}</caption>
        <thead>
          <tr>
            <th scope="col">{quoteWords.additionalDriver}</th>
            <th scope="col">{quoteWords.additionalListed}</th>
            <th scope="col">{quoteWords.additionalUnlisted}</th>
          </tr>
        </thead>
        <tbody>
          {additionalExcessTable.map(excess => (
            <tr key={excess.code}>
              <th scope="row">
                {excess.title}
                <span className={styles.under}>{excess.sentence}</span>
              </th>
              <td data-for={quoteWords.additionalListed}>{dollarsText(excess.listedDollars)}</td>
              <td data-for={quoteWords.additionalUnlisted}>
                {dollarsText(excess.unlistedDollars ?? excess.listedDollars)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
