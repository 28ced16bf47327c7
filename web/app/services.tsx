/** Everything the screens are given, once for the browser and once for the server that draws the first screen. */
import type { ReactNode } from 'react'
import { type Api, ApiContext, createApi } from '#web/api/client.ts'
import { type Captcha, CaptchaContext, captchaOff } from '#web/features/captcha/captcha.ts'
import {
  type CaptchaChallenge,
  CaptchaChallengeContext,
  createCaptchaChallenge,
} from '#web/features/captcha/captcha-challenge.ts'
import { createDraft, type Draft, DraftContext } from '#web/features/draft/draft-store.ts'
import { createCookies, createSession, type Session, SessionContext } from '#web/features/session/session.ts'
import {
  createStatusBannerStore,
  StatusBannerContext,
  type StatusBannerStore,
} from '#web/layout/status-banner-store.ts'
import { type PageSettings, PageSettingsContext } from './page-settings.ts'

export interface AppServices {
  readonly page: PageSettings
  readonly draft: Draft
  readonly session: Session
  readonly captcha: Captcha
  readonly security: CaptchaChallenge
  readonly notices: StatusBannerStore
  readonly api: Api
}

/** For drawing on the server: nothing is stored, nothing is asked, no time passes. */
export function ssrServices(page: PageSettings): AppServices {
  const session = createSession({
    cookies: createCookies({ cookie: '' }, false),
    timeoutSeconds: page.sessionTimeoutSeconds,
    now: () => 0,
    everySecond: () => () => {},
  })
  const security = createCaptchaChallenge()
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
    notices: createStatusBannerStore(),
    api,
  }
}

export function AppServicesProvider({ parts, children }: { parts: AppServices; children: ReactNode }) {
  return (
    <PageSettingsContext value={parts.page}>
      <DraftContext value={parts.draft}>
        <SessionContext value={parts.session}>
          <CaptchaContext value={parts.captcha}>
            <CaptchaChallengeContext value={parts.security}>
              <StatusBannerContext value={parts.notices}>
                <ApiContext value={parts.api}>{children}</ApiContext>
              </StatusBannerContext>
            </CaptchaChallengeContext>
          </CaptchaContext>
        </SessionContext>
      </DraftContext>
    </PageSettingsContext>
  )
}
