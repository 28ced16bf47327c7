/**
 * Lazy chunk of the quote page: cover benefits, print header, dialog of the additional excesses and overnight address. It also
 * exports the declaration dialog and the price breakdown.
 */

import { memo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Address, addressText } from '#journey/address.ts'
import { coverOptions } from '#journey/cover.ts'
import { dollarsText } from '#journey/money.ts'
import { wordingPath } from '#journey/page-paths.ts'
import type { FormAnswers } from '#journey/questions/form-answers.ts'
import { coverOf } from '#journey/questions/quote.ts'
import { benefitOf } from '#underwriting/benefits.ts'
import { additionalExcessTable, coverFacts } from '#underwriting/cover-facts.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { fieldId } from '#web/components/field.tsx'
import { additionalExcessText, coverOptionsText, coverText, quoteText } from '#web/content/quote.ts'
import { AddressField } from '#web/features/address-search/address-field.tsx'
import {
  useDeferredAnswers,
  useDeferredDraftState,
  useDraft,
  useDraftState,
} from '#web/features/draft/draft-store.ts'
import { carAndDriverRows, SummaryList } from '#web/features/summary/answers-summary.tsx'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import '#web/pages/quote/quote-page.css'

export { DeclarationDialog } from './declaration-dialog.tsx'
export { PriceBreakdown } from './price-breakdown.tsx'

interface Item {
  readonly code: string
  readonly title?: string
  readonly sentence: string
}

export const CoverBenefitsAndPrintHeader = memo(function CoverBenefitsAndPrintHeader() {
  const answers = useDeferredAnswers()
  return (
    <>
      <CoverBenefits answers={answers} />
      <PrintHeader answers={answers} />
    </>
  )
})

/** The benefits and exclusions of the open cover, with its policy wording as a PDF. */
export function CoverBenefits({ answers }: { answers: Pick<FormAnswers, 'cover'> }) {
  const cover = coverOf(answers)
  const facts = coverFacts(cover)
  // Options that are already chosen are not offered.
  const chosen = coverOptions
    .filter(option => answers.cover[option] === 'YES')
    .map(option => benefitOf[option])
  const options = facts.options.filter(({ code }) => !chosen.includes(code))
  return (
    <section className="stack gap-3 quote-page-block">
      <h2 className="h3">{coverText.title}</h2>
      <p>{coverText.whoWeAre}</p>
      <Items title={coverText.benefits} items={facts.benefits} isOpen />
      {options.length > 0 && <Items title={coverText.optional} items={options} />}
      <Items title={coverText.exclusions} items={facts.exclusions} />
      <p>{coverText.coolingOff}</p>
      <p>
        <a href={wordingPath(cover)} target="_blank" rel="noopener">
          {coverText.wording}
        </a>
      </p>
    </section>
  )
}

function Items({ title, items, isOpen }: { title: string; items: readonly Item[]; isOpen?: boolean }) {
  return (
    <details className="quote-page-items" open={isOpen}>
      <summary className="summary-large">{title}</summary>
      <ul className="stack gap-2">
        {items.map(item => (
          <li key={item.code}>
            {item.title && <strong>{item.title}. </strong>}
            {item.sentence}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The car and the drivers, which only the printed quote shows: on screen, earlier steps and the declaration do. */
function PrintHeader({ answers }: { answers: FormAnswers }) {
  const draftState = useDeferredDraftState()
  return (
    <section className="quote-page-paper">
      <h2 className="h3">{coverOptionsText.askedTitle}</h2>
      <SummaryList rows={carAndDriverRows(answers, draftState)} />
    </section>
  )
}

/** The table of additional excesses for certain drivers. */
export function AdditionalExcessDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      title={quoteText.additionalExcess}
      open={open}
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

/** The field path of the address search. The car's address does not change until the search finds another one. */
const addressSearchField = 'cover.quoteAddress'

/** A new overnight address changes the price. */
export function RiskAddressQuestion() {
  const draft = useDraft()
  const announce = useAnnounce()
  const riskAddress = useDraftState(draftState => draftState.riskAddress)
  const section = useRef<HTMLElement>(null)
  const [isChanging, setIsChanging] = useState(false)

  const setChanging = (changing: boolean) => {
    flushSync(() => {
      draft.setState({ addressNotFoundIn: undefined })
      setIsChanging(changing)
    })
    // If the focused control was removed, the focus stays at this question.
    if (document.activeElement !== document.body) return
    const target = changing ? document.getElementById(fieldId(addressSearchField)) : section.current
    target?.focus()
  }
  const keep = () => {
    setChanging(false)
    draft.setAnswer(addressSearchField, '')
  }
  const select = (address: Address) => {
    const text = addressText(address)
    draft.setState({ riskAddress: address, isRiskAddressUnsaved: true })
    draft.setAnswers({ car: { riskAddress: text }, cover: { quoteAddress: '' } })
    setChanging(false)
    announce(quoteText.addressChanged(text))
  }

  return (
    <section
      className="stack gap-3 quote-page-block"
      ref={section}
      tabIndex={-1}
      aria-labelledby="risk-address-heading"
    >
      <h2 className="h3" id="risk-address-heading">
        {coverOptionsText.addressTitle}
      </h2>
      {riskAddress && <p>{addressText(riskAddress)}</p>}
      {isChanging ? (
        <>
          <AddressField
            field={addressSearchField}
            label={quoteText.addressLabel}
            kind="risk"
            hint={coverOptionsText.addressHint}
            notFoundText={quoteText.addressNotFound}
            onFound={address => address && select(address)}
            onPostcodeNotGiven={() => draft.setState({ addressNotFoundIn: addressSearchField })}
          />
          <Button kind="quiet" onPress={keep}>
            {coverOptionsText.addressKeep}
          </Button>
        </>
      ) : (
        <Button kind="secondary" onPress={() => setChanging(true)}>
          {coverOptionsText.addressChange}
        </Button>
      )}
    </section>
  )
}
