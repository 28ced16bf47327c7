/**
 * The React application between header and footer: shows the screen of the current address and the dialogs
 * above it. Rendered by both entry files.
 */
import { Component, lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { type Step, stepOf } from '#journey/steps.ts'
import { Spinner } from '#web/components/spinner.tsx'
import { pageView } from '#web/features/analytics/analytics.ts'
import { useCaptcha } from '#web/features/captcha/captcha.ts'
import { useCaptchaChallenge } from '#web/features/captcha/captcha-challenge.ts'
import { useClearAnswers } from '#web/features/draft/clear-answers.ts'
import { useSessionPhase } from '#web/features/session/session-phase.ts'
import { LiveAnnouncer } from '#web/layout/live-announcer.tsx'
import { SavedQuoteNumber } from '#web/layout/saved-quote-number.tsx'
import { StatusBanner } from '#web/layout/status-banner.tsx'
import { StepLayout } from '#web/layout/step-layout.tsx'
import { runWhenIdle } from '#web/lib/lazy.tsx'
import css from '#web/styles/page.module.css'
// The CSS of components that only the server renders; imported here so that the build includes it.
import '#web/layout/footer.css'
import '#web/layout/header.css'
import '#web/layout/horizon.css'
import { layoutText, pageTitle, stepNames } from '#web/content/layout.ts'
import { errorPath, NavigationContext, type Screen } from './navigation.tsx'
import { hydratedEvent, usePageSettings } from './page-settings.ts'
import { type PreloadedPages, prefetchStep, stepAfter, useStepPage } from './routes.tsx'
import { type AppServices, AppServicesProvider } from './services.tsx'
import type { StatusPages } from './status-page.ts'
import { type RouterState, useRouter } from './use-router.ts'

const sessionDialogFile = () => import('#web/features/session/session-expiry-dialog.tsx')
const SessionDialog = lazy(() => sessionDialogFile().then(file => ({ default: file.SessionExpiryDialog })))
const securityDialogFile = () => import('#web/features/captcha/captcha-dialog.tsx')
const SecurityDialog = lazy(() => securityDialogFile().then(file => ({ default: file.CaptchaDialog })))

export interface AppProps {
  readonly services: AppServices
  /** The path of the page request. */
  readonly path: string
  /**
   * The server-rendered screens whose files are already loaded; the router fetches the others when needed.
   */
  readonly whole: PreloadedPages
}

export function App({ services, path, whole }: AppProps) {
  // Signals that the page is hydrated: the inline script then replays the submit or click it held back.
  useEffect(() => {
    document.dispatchEvent(new Event(hydratedEvent))
  }, [])
  return (
    <AppServicesProvider services={services}>
      <LiveAnnouncer>
        <Page path={path} whole={whole} />
      </LiveAnnouncer>
    </AppServicesProvider>
  )
}

function Page({ path, whole }: Pick<AppProps, 'path' | 'whole'>) {
  const { screen, navigation, ready, navigationCount, loaded, preload } = useRouter(path, whole)
  const step = screen.kind === 'view' ? stepOf(screen.view) : null
  useStepSeen(screen, ready, preload)
  useClearAnswers(navigation.navigateTo)
  return (
    <NavigationContext value={navigation}>
      <main className={css.main} id="main" tabIndex={-1}>
        <Unbroken onBroken={showErrorPage}>
          {screen.kind === 'outcome' ? (
            <OutcomeScreen path={screen.path} outcomes={loaded.outcomes} />
          ) : step === null ? (
            <Entry key={navigationCount} screen={loaded.entry} />
          ) : (
            <Suspense fallback={<Waiting step={step} />}>
              {ready ? <StepScreen key={navigationCount} step={step} /> : <Waiting step={step} />}
            </Suspense>
          )}
        </Unbroken>
      </main>
      <SavedQuoteNumber />
      {screen.kind !== 'outcome' ? (
        <SessionWatch />
      ) : screen.path === errorPath ? (
        <SessionWatch staysWhenOver />
      ) : null}
      <SecurityWatch />
      <StatusBanner />
    </NavigationContext>
  )
}

function Entry({ screen: Screen }: { screen: PreloadedPages['entry'] }) {
  const { brand } = usePageSettings()
  useEffect(() => {
    document.title = pageTitle(null, brand.name)
  }, [brand.name])
  return Screen ? <Screen /> : <Spinner text={layoutText.loading} />
}

function StepScreen({ step }: { step: Step }) {
  const Screen = useStepPage(step)
  return <Screen />
}

/** Layout of a step while its file or the tab's draft loads, so that nothing shifts. */
function Waiting({ step }: { step: Step }) {
  const { heading } = usePageSettings()
  const { title, purpose } = heading?.step === step ? heading : { title: stepNames[step], purpose: undefined }
  return (
    <StepLayout step={step} title={title} purpose={purpose}>
      <div className={css.waiting}>
        <Spinner text={layoutText.loading} />
      </div>
    </StepLayout>
  )
}

function OutcomeScreen({ path, outcomes }: { path: string; outcomes: StatusPages | undefined }) {
  const { brand } = usePageSettings()
  const outcome = outcomes?.[path] ?? outcomes?.['/page-not-found']
  useEffect(() => {
    if (outcome) document.title = pageTitle(outcome.title, brand.name)
  }, [outcome, brand.name])
  if (!outcome) return <Spinner text={layoutText.loading} />
  const Outcome = outcome.component
  return <Outcome />
}

/**
 * Tracks the page view, prepares the captcha, and prefetches the next step's file while the customer fills
 * this one.
 */
function useStepSeen(screen: Screen, ready: boolean, bring: RouterState['preload']): void {
  const captcha = useCaptcha()
  const step = screen.kind === 'view' ? stepOf(screen.view) : null
  const wanted = screen.kind !== 'outcome' && ready
  useEffect(() => {
    if (!wanted) return
    if (step) pageView(step)
    runWhenIdle(() => {
      captcha.prepare()
      // Prefetched because the network may be down when they are needed.
      const needed = [sessionDialogFile, securityDialogFile, () => bring('outcome')]
      for (const file of needed) file().catch(() => {})
      const next = stepAfter(step)
      if (next) prefetchStep(next)
    })
  }, [captcha, step, wanted, bring])
}

/**
 * The session timer runs on every wizard screen and on the error page, which links back to the wizard. The
 * dialog opens two minutes before the end. On the error page an expired session does not navigate away: the
 * page may say something about a payment.
 */
function SessionWatch({ staysWhenOver = false }: { staysWhenOver?: boolean }) {
  return useSessionPhase(staysWhenOver) === 'expiring' ? (
    <Unobtrusive>
      <SessionDialog />
    </Unobtrusive>
  ) : null
}

function SecurityWatch() {
  const check = useCaptchaChallenge()
  const open = useSyncExternalStore(check.subscribe, check.isOpen, () => false)
  return open ? (
    <Unobtrusive onBroken={() => check.resolve(false)}>
      <SecurityDialog />
    </Unobtrusive>
  ) : null
}

/** Keeps the page working when a dialog's file cannot be fetched. */
function Unobtrusive({ children, onBroken }: { children: ReactNode; onBroken?: () => void }) {
  return (
    <Unbroken onBroken={onBroken}>
      <Suspense fallback={null}>{children}</Suspense>
    </Unbroken>
  )
}

/** Leads to the error page after a render error, instead of an empty page. */
function showErrorPage(): void {
  if (location.pathname !== '/error-occurred') location.assign('/error-occurred')
}

/** Error boundary: renders nothing after its children have thrown. */
class Unbroken extends Component<
  { children: ReactNode; onBroken: (() => void) | undefined },
  { broken: boolean }
> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override componentDidCatch() {
    this.props.onBroken?.()
  }
  override render() {
    return this.state.broken ? null : this.props.children
  }
}
