/** Everything the screens are given, once for the browser and once for the server that draws the first screen. */
import type { ReactNode } from 'react'
import { type Api, ApiContext, createApi } from '#web/api/client.ts'
import { type Captcha, CaptchaContext, captchaOff } from '#web/features/captcha/captcha.ts'
import {
  createSecurityCheck,
  type SecurityCheck,
  SecurityContext,
} from '#web/features/captcha/captcha-challenge.ts'
import { createDraft, type Draft, DraftContext } from '#web/features/draft/draft-store.ts'
import { createCookies, createSession, type Session, SessionContext } from '#web/features/session/session.ts'
import { createNotices, type Notices, NoticesContext } from '#web/layout/status-banner-store.ts'
import { PageContext, type PageSettings } from './page-settings.ts'

export interface Parts {
  readonly page: PageSettings
  readonly draft: Draft
  readonly session: Session
  readonly captcha: Captcha
  readonly security: SecurityCheck
  readonly notices: Notices
  readonly api: Api
}

/** For drawing on the server: nothing is stored, nothing is asked, no time passes. */
export function stillParts(page: PageSettings): Parts {
  const session = createSession({
    cookies: createCookies({ cookie: '' }, false),
    timeoutSeconds: page.sessionTimeoutSeconds,
    now: () => 0,
    everySecond: () => () => {},
  })
  const security = createSecurityCheck()
  const api = createApi({
    fetch: () => Promise.reject(new Error('No calls while drawing')),
    session,
    captcha: captchaOff,
    securityCheck: () => Promise.resolve(false),
    onSessionOver: () => {},
    pause: () => Promise.resolve(),
  })
  return {
    page,
    draft: createDraft(null),
    session,
    captcha: captchaOff,
    security,
    notices: createNotices(),
    api,
  }
}

export function PartsProvider({ parts, children }: { parts: Parts; children: ReactNode }) {
  return (
    <PageContext value={parts.page}>
      <DraftContext value={parts.draft}>
        <SessionContext value={parts.session}>
          <CaptchaContext value={parts.captcha}>
            <SecurityContext value={parts.security}>
              <NoticesContext value={parts.notices}>
                <ApiContext value={parts.api}>{children}</ApiContext>
              </NoticesContext>
            </SecurityContext>
          </CaptchaContext>
        </SessionContext>
      </DraftContext>
    </PageContext>
  )
}
