/** Illustrations of the status pages; decoration that screen readers skip. */
import type { ReactNode } from 'react'
import './status-illustrations.css'

export type StatusIllustrationName = 'awaited' | 'arrived' | 'detour' | 'closed'

const road = <path stroke="var(--control)" strokeWidth="3" strokeDasharray="9 8" d="M6 90h84" />

const drawings: Readonly<Record<StatusIllustrationName, ReactNode>> = {
  awaited: (
    <circle
      className="status-illustrations-turning"
      stroke="var(--primary)"
      strokeDasharray="10 8.85"
      cx="48"
      cy="48"
      r="45"
    />
  ),
  arrived: (
    <>
      <circle stroke="var(--success)" strokeWidth="3" strokeDasharray="10 8.85" cx="48" cy="48" r="45" />
      <circle fill="var(--success)" cx="48" cy="48" r="36" />
      <path stroke="var(--surface)" strokeWidth="7" d="M32.5 49.5 43.5 60.5 64.5 37" />
    </>
  ),
  detour: (
    <>
      {road}
      <path stroke="var(--control)" d="M48 66v23" />
      <rect fill="var(--accent)" x="24" y="13" width="48" height="48" rx="7" transform="rotate(45 48 37)" />
      <path stroke="#17212b" d="M39 51V40q0-7 7-7h11M50.5 25.5l7.5 7.5-7.5 7.5" />
    </>
  ),
  closed: (
    <>
      {road}
      <path stroke="var(--control)" d="M48 62v27" />
      <rect fill="var(--primary)" x="18" y="10" width="60" height="52" rx="9" />
      <circle fill="var(--on-primary)" cx="48" cy="36" r="17" />
      <path stroke="var(--primary)" d="M48 26v10l7 5" />
    </>
  ),
}

export function StatusIllustration({ sign }: { sign: StatusIllustrationName }) {
  return (
    <svg
      className="no-print status-illustrations-sign"
      viewBox="0 0 96 96"
      fill="none"
      strokeWidth="5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {drawings[sign]}
    </svg>
  )
}
