/**
 * Entry point of a state book page: the application's App with a filled-in draft, a stopped clock and fixed
 * responses.
 */
import './fixed-clock.ts'
import '#web/styles/base.css'
import { hydrateRoot } from 'react-dom/client'
import { sessionTokenCookie } from '#contract/tokens-and-cookies.ts'
import { formOf } from '#test/samples/form-answers.ts'
import { createApi } from '#web/api/client.ts'
import { App } from '#web/app/app.tsx'
import { pageOf } from '#web/app/lazy-pages.tsx'
import type { AppServices } from '#web/app/services.tsx'
import { hydratedEvent } from '#web/boot/hold-clicks.ts'
import { openDetailsForPrint } from '#web/boot/open-details-for-print.ts'
import { createCaptchaChallenge } from '#web/features/captcha/captcha-challenge-store.ts'
import { disabledCaptcha } from '#web/features/captcha/captcha-context.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { createSession } from '#web/features/session/session.ts'
import { createStatusBannerStore } from '#web/layout/status-banner.tsx'
import { parsePageSettings } from '#web/lib/page-settings.ts'
import { screenOfPath } from '#web/lib/screens-and-navigation.ts'
import { fakeFetch } from './api-responses.ts'
import { states } from './book.ts'
import { perform, waitForPage, waitForText } from './page-actions.ts'
import type { State } from './state.ts'

/** Marks the page for the pictures: 'shown', or its error. */
const report = (text: string) => {
  document.documentElement.dataset.state = text
}

function bookServices(state: State | undefined): AppServices {
  const pageSettings = parsePageSettings(document)
  const contents = { answers: formOf(state?.answers ?? {}), draftState: state?.draftState ?? {} }
  const stored = JSON.stringify({ state: contents, version: 0 })
  const draft = createDraft({ getItem: () => stored, setItem: () => {}, removeItem: () => {} })
  const cookies = new Map<string, string>([[sessionTokenCookie, 'book']])
  const session = createSession({
    cookies: {
      read: name => cookies.get(name) ?? null,
      write: (name, value) => void cookies.set(name, value),
      remove: name => void cookies.delete(name),
    },
    timeoutSeconds: state?.secondsLeft ?? pageSettings.sessionTimeoutSeconds,
    now: Date.now,
    everySecond: () => {},
  })
  const captchaChallenge = createCaptchaChallenge()
  const statusBanner = createStatusBannerStore()
  if (state?.statusBanner) statusBanner.setState({ [state.statusBanner]: true })
  if (state?.isChecked) void captchaChallenge.open()
  const api = createApi({
    fetch: fakeFetch(state, draft, pageSettings.brand),
    session,
    captcha: disabledCaptcha,
    securityCheck: captchaChallenge.open,
    onSessionOver: () => report('the session is over'),
    // Shorter, because some states appear after a pause.
    pause: milliseconds => new Promise(resolve => setTimeout(resolve, Math.min(milliseconds, 50))),
  })
  return { pageSettings, draft, session, captcha: disabledCaptcha, captchaChallenge, statusBanner, api }
}

const name = new URLSearchParams(location.search).get('state')
const state = states.find(one => one.name === name)
openDetailsForPrint()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

async function show(): Promise<void> {
  await waitForPage()
  await perform(state?.actions ?? [])
  await waitForText(state?.shows ?? '')
  await waitForPage()
  await document.fonts.ready
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  report('shown')
}

addEventListener('error', event => report(event.message))
document.addEventListener(hydratedEvent, () => void show().catch(error => report(String(error))))
pageOf(screenOfPath(location.pathname, 'payment'))
  .load()
  .then(() => {
    hydrateRoot(root, <App services={bookServices(state)} path={location.pathname} />)
  })
  .catch(error => report(String(error)))
