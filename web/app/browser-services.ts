/**
 * Creates, once per page load, what components get by context: page settings, draft, session, captcha, security check, status
 * banner and API client. Called by entry-client.tsx.
 */
import { createApi, type Network } from '#web/api/client.ts'
import { newTraceParent } from '#web/api/request-and-response.ts'
import { track } from '#web/features/analytics/analytics.ts'
import { createCaptchaChallenge } from '#web/features/captcha/captcha-challenge-store.ts'
import { type Captcha, disabledCaptcha, lazyCaptcha } from '#web/features/captcha/captcha-context.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { createBrowserSession } from '#web/features/session/browser-session.ts'
import { endExpiredSession } from '#web/features/session/session.ts'
import { createStatusBannerStore, type StatusBannerStore } from '#web/layout/status-banner.tsx'
import { attempt } from '#web/lib/attempt.ts'
import { delay } from '#web/lib/delay.ts'
import type { PageSettings } from '#web/lib/page-settings.ts'
import { restoreServerClock } from '#web/lib/server-clock.ts'
import type { AppServices } from './services.tsx'

export function createBrowserServices(pageSettings: PageSettings): AppServices {
  // Null if cookies are blocked: a reload then loses the typed answers.
  const storage = attempt(() => window.sessionStorage)
  const draft = createDraft(storage)
  restoreServerClock(storage)
  const session = createBrowserSession({
    storage,
    timeoutSeconds: pageSettings.sessionTimeoutSeconds,
    hasQuote: () => Boolean(draft.state().quoteId),
  })
  const captcha = captchaOf(pageSettings)
  const captchaChallenge = createCaptchaChallenge()
  const statusBanner = createStatusBannerStore()
  watchNetwork(statusBanner)
  const api = createApi({
    fetch: (url, init) => fetch(url, init),
    session,
    captcha: {
      ...captcha,
      async token(action) {
        const token = await captcha.token(action)
        if (token === null) track('captcha_not_ready')
        statusBanner.setState({ 'captcha-failed': token === null })
        return token
      },
    },
    securityCheck: captchaChallenge.open,
    onBusy(state) {
      statusBanner.setState({ busy: state === 'trying', 'still-busy': state === 'gave-up' })
    },
    network: browserNetwork(),
    ...(pageSettings.traced ? { traceParent: newTraceParent } : {}),
    pause: delay,
    onSessionOver: () => endExpiredSession(draft, session),
    // Only calls about the quote extend its cookie; emailQuote, for example, does not.
    onOk(name) {
      const { quoteNumber } = draft.state()
      if (name.startsWith('quote') && quoteNumber) session.rememberQuote(quoteNumber)
    },
  })
  draft.store.subscribe(({ draftState: { quoteNumber } }, before) => {
    if (quoteNumber && quoteNumber !== before.draftState.quoteNumber) session.rememberQuote(quoteNumber)
  })
  return { pageSettings, draft, session, captcha, captchaChallenge, statusBanner, api }
}

/** How long a call waits for the network to come back; after that the journey shows the error page. */
const offlineWaitMs = 3_000

const browserNetwork = (): Network => ({
  isOffline: () => !navigator.onLine,
  waitUntilPageRestored: watchLeaving(),
  waitUntilOnline: signal =>
    new Promise(resolve => {
      const settle = () => resolve(navigator.onLine)
      window.addEventListener('online', settle, { once: true })
      signal?.addEventListener('abort', settle, { once: true })
      setTimeout(settle, offlineWaitMs)
    }),
})

/** Resolves at once, or after a page that was left is restored from the back/forward cache. */
function watchLeaving(): () => Promise<void> {
  let restored = Promise.resolve()
  window.addEventListener('pagehide', () => {
    restored = new Promise(resolve => {
      window.addEventListener('pageshow', () => resolve(), { once: true })
    })
  })
  return () => restored
}

function watchNetwork(statusBanner: StatusBannerStore): void {
  const update = () => statusBanner.setState({ offline: !navigator.onLine })
  window.addEventListener('online', update)
  window.addEventListener('offline', update)
  update()
}

function captchaOf({ captcha, recaptchaSiteKey, recaptchaVisibleSiteKey }: PageSettings): Captcha {
  if (captcha === 'recaptcha' && recaptchaSiteKey && recaptchaVisibleSiteKey)
    return lazyCaptcha(true, () =>
      import('#web/features/captcha/recaptcha.ts').then(file =>
        file.createRecaptcha(recaptchaSiteKey, recaptchaVisibleSiteKey),
      ),
    )
  if (captcha === 'off') return disabledCaptcha
  return lazyCaptcha(false, () =>
    import('#web/features/captcha/proof-of-work.ts').then(file => file.createProofOfWork()),
  )
}
