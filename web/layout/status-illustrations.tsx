/** Illustrations of the status pages; decoration that screen readers skip. */
import type { ReactNode } from 'react'
import styles from './status-illustrations.module.css'

export type StatusIllustrationName = 'awaited' | 'arrived' | 'detour' | 'closed'

const drawings: Readonly<Record<StatusIllustrationName, ReactNode>> = {
  awaited: <circle className={styles.turning} cx="48" cy="48" r="45" />,
  arrived: (
    <>
      <circle className={styles.ring} cx="48" cy="48" r="45" />
      <circle className={styles.disc} cx="48" cy="48" r="36" />
      <path className={styles.tick} d="M32.5 49.5 43.5 60.5 64.5 37" />
    </>
  ),
  detour: (
    <>
      <path className={styles.road} d="M6 90h84" />
      <path className={styles.post} d="M48 66v23" />
      <rect
        className={styles.plate}
        x="24"
        y="13"
        width="48"
        height="48"
        rx="7"
        transform="rotate(45 48 37)"
      />
      <path className={styles.arrow} d="M39 51V40q0-7 7-7h11M50.5 25.5l7.5 7.5-7.5 7.5" />
    </>
  ),
  closed: (
    <>
      <path className={styles.road} d="M6 90h84" />
      <path className={styles.post} d="M48 62v27" />
      <rect className={styles.board} x="18" y="10" width="60" height="52" rx="9" />
      <circle className={styles.dial} cx="48" cy="36" r="17" />
      <path className={styles.hands} d="M48 26v10l7 5" />
    </>
  ),
}

export function StatusIllustration({ sign }: { sign: StatusIllustrationName }) {
  return (
    <svg className={styles.sign} viewBox="0 0 96 96" aria-hidden="true" focusable="false">
      {drawings[sign]}
    </svg>
  )
}
