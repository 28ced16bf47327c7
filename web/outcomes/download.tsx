/** 'Download policy details': the schedule as policyDetails.pdf; a failure is said quietly, with the e-mail as the other way (PAY-06). */
import { useState } from 'react'
import { track } from '#web/analytics.ts'
import { useApi } from '#web/api.ts'
import { Button } from '#web/form/button.tsx'
import { outcomeWords } from '#web/words/outcomes.ts'
import styles from './outcome-page.module.css'
import { saveFile } from './save-file.ts'

const words = outcomeWords.success
const fileName = 'policyDetails.pdf'

export function Download({ id, policyNumber }: { id: string; policyNumber: string }) {
  const api = useApi()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const download = async () => {
    setState('busy')
    const answer = await api.call('documentRetrieve', {
      body: { documentType: 'New Business', policyNumber, uuid: id },
    })
    if (answer.outcome !== 'ok') {
      track('download_failed')
      return setState('failed')
    }
    saveFile(answer.data, 'application/pdf', fileName)
    setState('idle')
  }
  return (
    <div className={styles.actions}>
      <Button busy={state === 'busy'} onPress={() => void download()}>
        {words.download}
      </Button>
      <p role="status" className={styles.quiet}>
        {state === 'failed'
          ? words.downloadFailed
          : state === 'busy'
            ? words.downloading
            : words.downloadHelp}
      </p>
    </div>
  )
}
