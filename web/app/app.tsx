/** The root component of the React application: the page of the current URL, and the dialogs above it. */
import { Component, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { errorPath, startPath } from '#journey/page-paths.ts'
import { type Step, stepOf } from '#journey/steps.ts'
import { hydratedEvent } from '#web/boot/hold-clicks.ts'
import { Spinner } from '#web/components/call-messages.tsx'
import { startTagManager, trackPageView } from '#web/features/analytics/analytics.ts'
import { useCaptchaChallenge } from '#web/features/captcha/captcha-challenge-store.ts'
import { useCaptcha } from '#web/features/captcha/captcha-context.ts'
import { useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { useSessionExpiry } from '#web/features/session/session.ts'
import { SavedQuoteNumber, useClearAnswers } from '#web/layout/header-and-footer-updates.tsx'
import { LiveAnnouncer } from '#web/layout/live-announcer.tsx'
import { StatusBanner, useStatusBannerStore } from '#web/layout/status-banner.tsx'
import '#web/layout/step-layout.css'
import { StepLayout } from '#web/layout/step-layout.tsx'
import { runWhenIdle } from '#web/lib/page-lifecycle.tsx'
// The CSS of components that only the server renders; imported here so that the build includes it.
import '#web/layout/footer.css'
import '#web/layout/header.css'
import '#web/layout/legal-page.css'
import { layoutText, stepNames } from '#web/content/layout.ts'
import { FileLoadError, lazyFile, useLazyFile } from '#web/lib/lazy-file.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { NavigationContext, type Screen } from '#web/lib/screens-and-navigation.ts'
import { pageOf, prefetchPagesAfter } from './lazy-pages.tsx'
import { type AppServices, AppServicesProvider } from './services.tsx'
import { useRouter } from './use-router.ts'

// Most customers never see these two dialogs.
const sessionExpiryDialog = lazyFile(() => import('#web/features/session/session-expiry-dialog.tsx'))
const captchaDialog = lazyFile(() => import('#web/features/captcha/captcha-dialog.tsx'))

/** @param path of the page request */
export function App({ services, path }: { services: AppServices; path: string }) {
  // Signals that the page is hydrated: the inline script then replays the submit or click it held back.
  useEffect(() => {
    document.dispatchEvent(new Event(hydratedEvent))
  }, [])
  return (
    <AppServicesProvider services={services}>
      <LiveAnnouncer>
        <Page path={path} />
      </LiveAnnouncer>
    </AppServicesProvider>
  )
}

function Page({ path }: { path: string }) {
  const { screen, navigation, ready, count } = useRouter(path)
  const step = screen.kind === 'view' ? stepOf(screen.view) : null
  const isStatus = screen.kind === 'status'
  useNavigationEffects(screen, ready)
  const draft = useDraft()
  const quoteNumber = useDraftState(draftState => draftState.quoteNumber)
  useClearAnswers(() => {
    draft.clear()
    navigation.navigateTo(startPath)
  })
  const { Page: Content } = pageOf(screen)
  const fallback = step ? <LoadingStep step={step} /> : <Spinner text={layoutText.loading} />
  /** A page outside the steps is rendered completely by the server: a reload replaces a file that is missing. */
  const onError = (error: unknown) => {
    if (error instanceof FileLoadError && !step) location.reload()
    else if (location.pathname !== errorPath) location.assign(errorPath)
  }
  return (
    <NavigationContext value={navigation}>
      <main id="main" tabIndex={-1}>
        <ErrorBoundary onError={onError}>
          {step && !ready ? (
            fallback
          ) : (
            <Content
              key={isStatus ? undefined : count}
              path={isStatus ? screen.path : path}
              fallback={fallback}
            />
          )}
        </ErrorBoundary>
      </main>
      <SavedQuoteNumber quoteNumber={quoteNumber} />
      {(!isStatus || screen.path === errorPath) && <SessionWatch staysWhenOver={isStatus} />}
      <CaptchaWatch />
      <StatusBanner />
    </NavigationContext>
  )
}

/** Layout of a step while its file or the tab's draft loads, so that nothing shifts. */
function LoadingStep({ step }: { step: Step }) {
  const { heading } = usePageSettings()
  const { title, purpose } = heading?.step === step ? heading : { title: stepNames[step], purpose: undefined }
  return (
    <StepLayout step={step} title={title} purpose={purpose}>
      <div className="step-layout-waiting">
        <Spinner text={layoutText.loading} />
      </div>
    </StepLayout>
  )
}

/**
 * Tracks the page view, prepares the captcha, prefetches the next page while the customer fills this one, and loads
 * the brand's tag manager.
 */
function useNavigationEffects(screen: Screen, ready: boolean): void {
  const captcha = useCaptcha()
  const { tagManager } = usePageSettings()
  const step = screen.kind === 'view' ? stepOf(screen.view) : null
  const isJourneyReady = screen.kind !== 'status' && ready
  useEffect(() => {
    if (!isJourneyReady) return
    if (step) trackPageView(step)
    runWhenIdle(() => {
      captcha.prepare()
      prefetchPagesAfter(step)
      // The network may be down when the session ends.
      sessionExpiryDialog.prefetch()
      startTagManager(tagManager)
    })
  }, [captcha, step, isJourneyReady, tagManager])
}

/**
 * The session timer runs on every screen of the journey and on the error page, which links back to the steps. The
 * dialog opens two minutes before the end. On the error page an expired session does not navigate away: the
 * page may say something about a payment.
 */
function SessionWatch({ staysWhenOver }: { staysWhenOver: boolean }) {
  const isExpiring = useSessionExpiry(staysWhenOver) === 'expiring'
  const file = useLazyFile(sessionExpiryDialog, isExpiring)
  return isExpiring && file ? <file.SessionExpiryDialog /> : null
}

function CaptchaWatch() {
  const check = useCaptchaChallenge()
  const isOpen = useSyncExternalStore(check.subscribe, check.isOpen, () => false)
  const statusBanner = useStatusBannerStore()
  const file = useLazyFile(captchaDialog, isOpen, () => {
    check.resolve(false)
    statusBanner.setState({ 'captcha-failed': true })
  })
  return isOpen && file ? <file.CaptchaDialog /> : null
}

class ErrorBoundary extends Component<
  { children: ReactNode; onError: (error: unknown) => void },
  { hasError: boolean }
> {
  override state = { hasError: false }
  static getDerivedStateFromError() {
    return { hasError: true }
  }
  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }
  override render() {
    return this.state.hasError ? null : this.props.children
  }
}
