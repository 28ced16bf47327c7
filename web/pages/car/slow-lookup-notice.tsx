/**
 * The notice of a slow model look-up: keep waiting, call, or change the plate. Without cookies the look-up
 * never succeeds.
 */

import { useEffect } from 'react'
import { usePageSettings } from '#web/app/page-settings.ts'
import { Button } from '#web/components/button.tsx'
import { fieldId } from '#web/components/field-errors.ts'
import { slowLookupText as words } from '#web/content/slow-lookup.ts'
import { useAnnounce } from '#web/layout/live-announcer.tsx'

export function SlowLookupNotice() {
  const { tel, text } = usePageSettings().brand.supportPhone
  const announce = useAnnounce()
  // Without cookies there is no session, so the look-up would wait forever.
  const line = navigator.cookieEnabled ? words.still : words.noCookies
  useEffect(() => announce(`${line} ${text}`), [announce, line, text])
  return (
    <>
      <p>
        {line} <a href={`tel:${tel}`}>{text}</a>
      </p>
      <Button kind="quiet" onPress={() => document.getElementById(fieldId('plate'))?.focus()}>
        {words.changePlate}
      </Button>
    </>
  )
}
