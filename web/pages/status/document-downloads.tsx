/**
 * The 'Download policy details' and calendar buttons. After a failed download, a message refers to the
 * e-mail.
 */
import { useState } from 'react'
import { useApi } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { statusPagesText } from '#web/content/status-pages.ts'
import { track } from '#web/features/analytics/analytics.ts'
import styles from './status-page-layout.module.css'

const words = statusPagesText.success

const files = {
  schedule: { type: 'application/pdf', name: 'policyDetails.pdf' },
  calendar: { type: 'text/calendar', name: 'policyDates.ics' },
} as const
type FileKind = keyof typeof files

export function DocumentDownloads({ id, policyNumber }: { id: string; policyNumber: string }) {
  const api = useApi()
  const [state, setState] = useState<'idle' | FileKind | 'failed'>('idle')
  const download = async (kind: FileKind) => {
    setState(kind)
    const body = { documentType: 'New Business', policyNumber, uuid: id } as const
    const answer = await (kind === 'schedule'
      ? api.call('documentRetrieve', { body })
      : api.call('calendarRetrieve', { query: { uuid: id } }))
    if (answer.outcome === 'ok') saveFile(kind, answer.data)
    else track('download_failed')
    setState(answer.outcome === 'ok' ? 'idle' : 'failed')
  }
  const isBusy = state === 'schedule' || state === 'calendar'
  const button = (kind: FileKind) => ({
    busy: state === kind,
    // One download at a time: the message below refers to one file.
    blocked: isBusy,
    onPress: () => void download(kind),
  })
  return (
    <div className={`buttons no-print ${styles.actions}`}>
      <Button {...button('schedule')}>{words.download}</Button>
      <Button kind="secondary" {...button('calendar')}>
        {words.calendar}
      </Button>
      <Button kind="quiet" onPress={() => print()}>
        {words.print}
      </Button>
      <p role="status" className="muted">
        {state === 'failed' ? words.downloadFailed : isBusy ? words.preparing : words.downloadHelp}
      </p>
    </div>
  )
}

/** The object URL is revoked after the browser has had time to read it. */
const revokeAfterMs = 60_000

/** Saves a response as a file on the customer's device. */
function saveFile(kind: FileKind, content: Uint8Array | string): void {
  const { type, name } = files[kind]
  const part = typeof content === 'string' ? content : Uint8Array.from(content)
  const url = URL.createObjectURL(new Blob([part], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
