/** The frame inside the frame of every page outside the wizard: one heading that has the focus, and where to call. */
import { type ReactNode, useEffect, useRef } from 'react'
import { usePage } from '#web/page.ts'
import { outcomeWords } from '#web/words/outcomes.ts'
import styles from './outcome-page.module.css'

export interface OutcomePageProps {
  readonly title: string
  /** The sentence that belongs to the heading, so that both are read as one. */
  readonly text?: string
  readonly children?: ReactNode
}

export function OutcomePage({ title, text, children }: OutcomePageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.page}>
      <hgroup>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {text && ' '}
        {text && <p className={styles.lead}>{text}</p>}
      </hgroup>
      {children}
      <Help />
    </div>
  )
}

function Help() {
  const { brand } = usePage()
  return (
    <p className={styles.help}>
      <a href={`tel:${brand.supportPhone.tel}`}>
        {outcomeWords.help(brand.supportPhone.text, brand.supportHours)}
      </a>
    </p>
  )
}
