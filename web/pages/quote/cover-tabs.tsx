/** The three covers as tabs, each with its price: all three prices are on view at once (QUOTE-01). */
import { type KeyboardEvent, memo, useRef } from 'react'
import { type CoverType, coverKinds, coverNames, coverTypes } from '#journey/cover.ts'
import { moneyText } from '#journey/money.ts'
import { coverChoiceOf, coverOf } from '#journey/questions/cover-choice.ts'
import { frequencyPhrases } from '#web/content/payment-frequency.ts'
import { quoteWords } from '#web/content/quote.ts'
import { useAnswersSoon, useDraft, useFactsSoon, useFromAnswers } from '#web/features/draft/draft-store.ts'
import { confirmedCents, isConfirmed, tableCents } from '#web/features/pricing/quote-price.ts'
import { today } from '#web/lib/server-clock.ts'
import styles from './cover-tabs.module.css'

export const tabId = (cover: CoverType): string => `tab-${cover}`
export const panelId = 'cover-panel'

const turns: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

export const CoverTabs = memo(function CoverTabs() {
  const draft = useDraft()
  const open = useFromAnswers(coverOf)
  const tabs = useRef<Partial<Record<CoverType, HTMLButtonElement | null>>>({})

  const choose = (cover: CoverType | undefined) => {
    if (!cover) return
    draft.setAnswer('cover', cover)
    tabs.current[cover]?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    const turn = turns[event.key]
    const place = coverTypes.indexOf(open)
    if (turn) choose(coverTypes.at((place + turn) % coverTypes.length))
    else if (event.key === 'Home') choose(coverTypes[0])
    else if (event.key === 'End') choose(coverTypes.at(-1))
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.tabs} role="tablist" aria-label={quoteWords.coverTabs}>
      {coverTypes.map(cover => (
        <button
          key={cover}
          ref={element => {
            tabs.current[cover] = element
          }}
          type="button"
          role="tab"
          id={tabId(cover)}
          className={styles.tab}
          aria-selected={cover === open}
          aria-controls={cover === open ? panelId : undefined}
          tabIndex={cover === open ? 0 : -1}
          onClick={() => choose(cover)}
          onKeyDown={onKey}
        >
          <span>
            <span className={styles.name}>{coverNames[cover]}</span>
            {coverKinds[cover] && ` ${coverKinds[cover]}`}
          </span>{' '}
          <TabPrice cover={cover} />
        </button>
      ))}
    </div>
  )
})

/** What this cover would cost with the extras and frequency chosen; an insurer without a price table has it opened first. */
const TabPrice = memo(function TabPrice({ cover }: { cover: CoverType }) {
  const answers = { ...useAnswersSoon(), cover }
  const { quote, offline } = useFactsSoon()
  const choice = coverChoiceOf(answers, today())
  const cents =
    quote && isConfirmed(quote, answers, today()) ? confirmedCents(quote) : tableCents(quote, choice)
  if (cents === null && offline) return null
  return (
    <span className={styles.price}>
      {cents === null ? quoteWords.seePrice : `${moneyText(cents)} ${frequencyPhrases[choice.frequency]}`}
    </span>
  )
})
