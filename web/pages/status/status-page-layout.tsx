/** The layout of every status page: an illustration, a heading that gets the focus, and the phone number. */
import { type ReactNode, useEffect, useRef } from 'react'
import { statusPagesText } from '#web/content/status-pages.ts'
import { StatusIllustration, type StatusIllustrationName } from '#web/layout/illustrations.tsx'
import { usePageSettings } from '#web/lib/page-settings.ts'
import './status-page-layout.css'

interface StatusPageLayoutProps {
  readonly title: string
  /** The sentence that belongs to the heading, so that both are read as one. */
  readonly text: string
  readonly sign: StatusIllustrationName
  /** The page learns the outcome in the browser only; its other parts must not move then. */
  readonly isSteady?: boolean
  readonly children?: ReactNode
}

/** The heading is described by its sentence, so that a screen reader reads both. */
const leadId = 'lead'

export function StatusPageLayout({ title, text, sign, isSteady, children }: StatusPageLayoutProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div
      className={`sheet status-page-layout-page ${sign === 'arrived' ? 'status-page-layout-arrived' : ''} ${isSteady ? 'status-page-layout-steady' : ''}`}
    >
      <div className="status-page-layout-head">
        <StatusIllustration sign={sign} />
        <hgroup className="stack gap-2">
          <h1 ref={heading} tabIndex={-1} aria-describedby={leadId}>
            {title}
          </h1>{' '}
          <p
            key={sign}
            id={leadId}
            className="lead status-page-layout-lead"
            role={sign === 'awaited' ? 'status' : undefined}
          >
            {text}
          </p>
        </hgroup>
      </div>
      <div className="stack gap-5 status-page-layout-body">{children}</div>
      {/* A new key renders it again below new content, which does not count as a layout shift. */}
      <Help key={sign} />
    </div>
  )
}

function Help() {
  const { brand } = usePageSettings()
  return (
    <p className="status-page-layout-help">
      {/* One text with its space: a space that arrives alone would count as a layout shift. */}
      {`${statusPagesText.help} `}
      <a href={`tel:${brand.supportPhone.tel}`}>{brand.supportPhone.text}</a>, {brand.supportHours}.
    </p>
  )
}
