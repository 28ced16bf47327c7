/** The 'Sorry' dialog for a car or customer that we cannot insure online. Only its buttons close it. */

import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { layoutText } from '#web/content/layout.ts'

export interface SorryDialogProps {
  readonly open: boolean
  readonly text: string
  readonly onClose: () => void
}

export function SorryDialog({ open, text, onClose }: SorryDialogProps) {
  return (
    <Dialog
      title={layoutText.sorry}
      open={open}
      onClose={onClose}
      dismissable={false}
      actions={<Button onPress={onClose}>{layoutText.close}</Button>}
    >
      <p>{text}</p>
    </Dialog>
  )
}
