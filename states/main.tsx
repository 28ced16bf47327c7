/** Where a page of the state book starts: the product's own App over a draft filled in, a still clock and calls that answer from a table. */
import './fixed-clock.ts'
import '#web/styles/fonts.css'
import '#web/styles/base.css'
import { hydrateRoot } from 'react-dom/client'
import { tokenCookie } from '#contract/public-constants.ts'
import { createApi } from '#web/api/client.ts'
import { App } from '#web/app/app.tsx'
import { screenOf } from '#web/app/navigation.tsx'
import { awakeEvent, readPage } from '#web/app/page-settings.ts'
import { wholeScreensOf } from '#web/app/routes.tsx'
import type { Parts } from '#web/app/services.tsx'
import { captchaOff } from '#web/features/captcha/captcha.ts'
import { createSecurityCheck } from '#web/features/captcha/captcha-challenge.ts'
import { createDraft } from '#web/features/draft/draft-store.ts'
import { createSession } from '#web/features/session/session.ts'
import { createNotices } from '#web/layout/status-banner-store.ts'
import { bookFetch } from './api-responses.ts'
import { states } from './book.ts'
import { arrived, perform, seen } from './page-actions.ts'
import type { State } from './state.ts'

/** What the page says of itself to whoever photographs it: 'shown', or what went wrong. */
const report = (text: string) => {
  document.documentElement.dataset.state = text
}

function bookParts(state: State | undefined): Parts {
  const page = readPage(document)
  const stored = JSON.stringify({ answers: state?.answers ?? {}, facts: state?.facts ?? {} })
  const draft = createDraft({ getItem: () => stored, setItem: () => {}, removeItem: () => {} })
  const cookies = new Map<string, string>([[tokenCookie, 'book']])
  const session = createSession({
    cookies: {
      read: name => cookies.get(name) ?? null,
      write: (name, value) => void cookies.set(name, value),
      remove: name => void cookies.delete(name),
    },
    timeoutSeconds: state?.secondsLeft ?? page.sessionTimeoutSeconds,
    now: Date.now,
    everySecond: () => () => {},
  })
  const security = createSecurityCheck()
  const notices = createNotices()
  if (state?.notice) notices.tell(state.notice, true)
  if (state?.isChecked) void security.ask()
  const api = createApi({
    fetch: bookFetch(state, draft, page.brand),
    session,
    captcha: captchaOff,
    securityCheck: security.ask,
    onSessionOver: () => report('the session is over'),
    // Whoever looks at a state that comes after some waiting need not wait as long.
    pause: milliseconds => new Promise(resolve => setTimeout(resolve, Math.min(milliseconds, 50))),
  })
  return { page, draft, session, captcha: captchaOff, security, notices, api }
}

const name = new URLSearchParams(location.search).get('state')
const state = states.find(one => one.name === name)
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')

async function show(): Promise<void> {
  await arrived()
  await perform(state?.hands ?? [])
  await seen(state?.shows ?? '')
  await arrived()
  await document.fonts.ready
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  report('shown')
}

addEventListener('error', event => report(event.message))
document.addEventListener(awakeEvent, () => void show().catch(error => report(String(error))))
wholeScreensOf(screenOf(location.pathname, undefined).kind)
  .then(whole => {
    hydrateRoot(root, <App parts={bookParts(state)} path={location.pathname} whole={whole} />)
  })
  .catch(error => report(String(error)))
