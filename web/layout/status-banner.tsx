/** The status line at the bottom of the viewport (no network, busy server …): the most important message. */
import { useLayoutEffect } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import { statusBannerText } from '#web/content/layout.ts'
import { createRequiredContext } from '#web/lib/required-context.ts'
import { useAnnounce } from './live-announcer.tsx'
import './status-banner.css'

/** Most important first. `still-busy`: the customer has to click again. */
const kinds = ['offline', 'busy', 'still-busy', 'captcha-failed'] as const
export type StatusBannerKind = (typeof kinds)[number]

type StatusBannerState = { readonly [Kind in StatusBannerKind]?: boolean }
export type StatusBannerStore = StoreApi<StatusBannerState>

export const createStatusBannerStore = (): StatusBannerStore => createStore(() => ({}))

export const mostImportantStatus = (state: StatusBannerState): StatusBannerKind | null =>
  kinds.find(kind => state[kind]) ?? null

const [StatusBannerContext, useStatusBannerStore] =
  createRequiredContext<StatusBannerStore>('status banner store')

export { StatusBannerContext, useStatusBannerStore }

export function StatusBanner() {
  const shown = useStore(useStatusBannerStore(), mostImportantStatus)
  const announce = useAnnounce()
  useLayoutEffect(() => {
    // Behind an open dialog the line is inert, so it is announced.
    if (shown && document.querySelector('dialog[open]')) announce(statusBannerText[shown])
  }, [shown, announce])
  // The region is always rendered: screen readers do not announce one that is inserted with its text.
  return (
    <div role="status">
      {shown === null ? null : <p className="no-print status-banner-notice">{statusBannerText[shown]}</p>}
    </div>
  )
}
