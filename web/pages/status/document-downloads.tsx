/**
 * The 'Download policy details' and calendar buttons. A failed download shows a message that refers to the
 * e-mail.
 */

import { useState } from 'react'
import { useApi } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { statusPagesText } from '#web/content/status-pages.ts'
import { track } from '#web/features/analytics/analytics.ts'
import styles from './status-page-layout.module.css'

const words = statusPagesText.success

export function DocumentDownloads({ id, policyNumber }: { id: string; policyNumber: string }) {
  const api = useApi()
  const [state, setState] = useState<'idle' | 'schedule' | 'calendar' | 'failed'>('idle')

  const fetchFile = async (what: 'schedule' | 'calendar', save: () => Promise<boolean>) => {
    setState(what)
    const isSaved = await save()
    if (!isSaved) track('download_failed')
    setState(isSaved ? 'idle' : 'failed')
  }
  const schedule = async () => {
    const answer = await api.call('documentRetrieve', {
      body: { documentType: 'New Business', policyNumber, uuid: id },
    })
    if (answer.outcome === 'ok') saveFile(answer.data, 'application/pdf', 'policyDetails.pdf')
    return answer.outcome === 'ok'
  }
  const calendar = async () => {
    const answer = await api.call('calendarRetrieve', { query: { uuid: id } })
    if (answer.outcome === 'ok') saveFile(answer.data, 'text/calendar', 'policyDates.ics')
    return answer.outcome === 'ok'
  }
  const isBusy = state === 'schedule' || state === 'calendar'
  // One download at a time: the message below refers to one file.
  return (
    <div className={styles.actions}>
      <Button
        busy={state === 'schedule'}
        blocked={isBusy}
        onPress={() => void fetchFile('schedule', schedule)}
      >
        {words.download}
      </Button>
      <Button
        kind="secondary"
        busy={state === 'calendar'}
        blocked={isBusy}
        onPress={() => void fetchFile('calendar', calendar)}
      >
        {words.calendar}
      </Button>
      <Button kind="quiet" onPress={() => print()}>
        {words.print}
      </Button>
      <p role="status" className={styles.quiet}>
        {state === 'failed' ? words.downloadFailed : isBusy ? words.preparing : words.downloadHelp}
      </p>
    </div>
  )
}

/** The object URL is revoked after the browser has had time to read it. */
const keepMs = 60_000

/** Saves a document from a response as a file on the customer's device. */
function saveFile(content: Uint8Array | string, mediaType: string, name: string): void {
  const part = typeof content === 'string' ? content : Uint8Array.from(content)
  const address = URL.createObjectURL(new Blob([part], { type: mediaType }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), keepMs)
}
