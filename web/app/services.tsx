/** The React provider of the services that every page uses, and the services for server rendering. */
import type { ReactNode } from 'react'
import { type Api, ApiContext, createApi } from '#web/api/client.ts'
import { AnswersContext } from '#web/components/answers-context.ts'
import {
  type CaptchaChallenge,
  CaptchaChallengeContext,
  createCaptchaChallenge,
} from '#web/features/captcha/captcha-challenge-store.ts'
import { type Captcha, CaptchaContext, disabledCaptcha } from '#web/features/captcha/captcha-context.ts'
import { createDraft, type Draft, DraftContext } from '#web/features/draft/draft-store.ts'
import { createCookies, createSession, type Session, SessionContext } from '#web/features/session/session.ts'
import {
  createStatusBannerStore,
  StatusBannerContext,
  type StatusBannerStore,
} from '#web/layout/status-banner.tsx'
import { type PageSettings, PageSettingsContext } from '#web/lib/page-settings.ts'

export interface AppServices {
  readonly pageSettings: PageSettings
  readonly draft: Draft
  readonly session: Session
  readonly captcha: Captcha
  readonly captchaChallenge: CaptchaChallenge
  readonly statusBanner: StatusBannerStore
  readonly api: Api
}

/** Services for server rendering: no storage, no calls, no timers. */
export function ssrServices(pageSettings: PageSettings): AppServices {
  const session = createSession({
    cookies: createCookies({ cookie: '' }, false),
    timeoutSeconds: pageSettings.sessionTimeoutSeconds,
    now: () => 0,
    everySecond: () => {},
  })
  const api = createApi({
    fetch: () => Promise.reject(new Error('No calls while rendering')),
    session,
    captcha: disabledCaptcha,
    securityCheck: () => Promise.resolve(false),
    onSessionOver: () => {},
    pause: () => Promise.resolve(),
  })
  return {
    pageSettings,
    draft: createDraft(null),
    session,
    captcha: disabledCaptcha,
    captchaChallenge: createCaptchaChallenge(),
    statusBanner: createStatusBannerStore(),
    api,
  }
}

export function AppServicesProvider({ services, children }: { services: AppServices; children: ReactNode }) {
  return (
    <PageSettingsContext value={services.pageSettings}>
      <DraftContext value={services.draft}>
        <AnswersContext value={services.draft}>
          <SessionContext value={services.session}>
            <CaptchaContext value={services.captcha}>
              <CaptchaChallengeContext value={services.captchaChallenge}>
                <StatusBannerContext value={services.statusBanner}>
                  <ApiContext value={services.api}>{children}</ApiContext>
                </StatusBannerContext>
              </CaptchaChallengeContext>
            </CaptchaContext>
          </SessionContext>
        </AnswersContext>
      </DraftContext>
    </PageSettingsContext>
  )
}
