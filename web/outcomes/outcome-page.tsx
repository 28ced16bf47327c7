/** The frame inside the frame of every page outside the wizard: a road sign, one heading that has the focus, and where to call. */
import { type ReactNode, useEffect, useRef } from 'react'
import { RoadSign, type Sign } from '#web/frame/signs.tsx'
import { usePage } from '#web/page.ts'
import { outcomeWords } from '#web/words/outcomes.ts'
import styles from './outcome-page.module.css'

export interface OutcomePageProps {
  readonly title: string
  /** The sentence that belongs to the heading, so that both are read as one. */
  readonly text?: string
  /** None while it is not known yet how things went. */
  readonly sign?: Sign
  readonly children?: ReactNode
}

export function OutcomePage({ title, text, sign, children }: OutcomePageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={`${styles.page} ${sign === 'arrived' ? styles.arrived : ''}`}>
      <div className={styles.head}>
        {sign && <RoadSign sign={sign} />}
        <hgroup>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {text && ' '}
          {text && <p className={styles.lead}>{text}</p>}
        </hgroup>
      </div>
      <div className={styles.body}>{children}</div>
      <Help />
    </div>
  )
}

function Help() {
  const { brand } = usePage()
  return (
    <p className={styles.help}>
      {outcomeWords.help} <a href={`tel:${brand.supportPhone.tel}`}>{brand.supportPhone.text}</a>,{' '}
      {brand.supportHours}.
    </p>
  )
}
