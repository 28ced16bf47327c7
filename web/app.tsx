/** The whole page: header, the screen of the address, footer, and the popups that may come over any of them. */
import { Component, type ReactNode, Suspense, useEffect } from 'react'
import { type Step, stepOf } from '#journey/steps.ts'
import { pageView } from './analytics.ts'
import { useCaptcha } from './api.ts'
import { Spinner } from './form/spinner.tsx'
import { Footer } from './frame/footer.tsx'
import { Header } from './frame/header.tsx'
import { LiveRegion } from './frame/live-region.tsx'
import { SecurityDialog } from './frame/security-dialog.tsx'
import { SessionDialog } from './frame/session-dialog.tsx'
import { StepFrame } from './frame/step-frame.tsx'
import css from './look/page.module.css'
import { usePage } from './page.ts'
import { type Parts, PartsProvider } from './parts.tsx'
import { usePlace } from './place.ts'
import { type Outcomes, prefetchStep, stepAfter, stepScreens } from './screens.tsx'
import { EntryScreen } from './steps/entry/entry-screen.tsx'
import { type Screen, WizardContext } from './wizard.tsx'
import { frameWords, pageTitle, stepNames } from './words/frame.ts'

export interface AppProps {
  readonly parts: Parts
  /** The path the server was asked for. */
  readonly path: string
  /** The pages outside the wizard, where the path is one of theirs; else they are fetched when one is needed. */
  readonly outcomes: Outcomes | null
}

export function App({ parts, path, outcomes }: AppProps) {
  return (
    <PartsProvider parts={parts}>
      <LiveRegion>
        <Page path={path} outcomes={outcomes} />
      </LiveRegion>
    </PartsProvider>
  )
}

/** A full load: the server then clears what the browser stored for us. */
const leaveForGood = (): void => location.assign('/session-expired')

function Page({ path, outcomes }: Omit<AppProps, 'parts'>) {
  const { screen, wizard, ready, visit, outcomesNow } = usePlace(path, outcomes)
  const step = screen.kind === 'view' ? stepOf(screen.view) : null
  useStepSeen(screen, ready)
  return (
    <WizardContext value={wizard}>
      <Header />
      <main className={css.main} id="main" tabIndex={-1}>
        <Broken>
          {screen.kind === 'outcome' ? (
            <OutcomeScreen path={screen.path} outcomes={outcomesNow} />
          ) : step === null ? (
            <Entry key={visit} />
          ) : (
            <Suspense fallback={<Waiting step={step} />}>
              {ready ? <StepScreen key={visit} step={step} /> : <Waiting step={step} />}
            </Suspense>
          )}
        </Broken>
      </main>
      <Footer onCleared={() => wizard.leave('/vehicle')} />
      {screen.kind === 'outcome' ? null : <SessionDialog onOver={leaveForGood} />}
      <SecurityDialog />
    </WizardContext>
  )
}

function Entry() {
  const { brand } = usePage()
  useEffect(() => {
    document.title = pageTitle(null, brand.name)
  }, [brand.name])
  return <EntryScreen />
}

function StepScreen({ step }: { step: Step }) {
  const Screen = stepScreens[step]
  return <Screen />
}

/** The frame of a step while its file or the tab's draft is on the way, so that nothing jumps. */
function Waiting({ step }: { step: Step }) {
  return (
    <StepFrame step={step} title={stepNames[step]}>
      <div className={css.waiting}>
        <Spinner text={frameWords.loading} />
      </div>
    </StepFrame>
  )
}

function OutcomeScreen({ path, outcomes }: { path: string; outcomes: Outcomes | null }) {
  const { brand } = usePage()
  const outcome = outcomes?.[path] ?? outcomes?.['/page-not-found']
  useEffect(() => {
    if (outcome) document.title = pageTitle(outcome.title, brand.name)
  }, [outcome, brand.name])
  if (!outcome) return <Spinner text={frameWords.loading} />
  const Outcome = outcome.component
  return <Outcome />
}

/** Counts the step's view, gets the captcha ready, and fetches the next step's file while this one is being filled. */
function useStepSeen(screen: Screen, ready: boolean): void {
  const captcha = useCaptcha()
  const step = screen.kind === 'view' ? stepOf(screen.view) : null
  const wanted = screen.kind !== 'outcome' && ready
  useEffect(() => {
    if (!wanted) return
    if (step) pageView(step)
    const quiet = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 200))
    quiet(() => {
      captcha.prepare()
      const next = stepAfter(step)
      if (next) prefetchStep(next)
    })
  }, [captcha, step, wanted])
}

/** A bug in a screen must not leave an empty page. */
class Broken extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override componentDidCatch() {
    if (location.pathname !== '/error-occurred') location.assign('/error-occurred')
  }
  override render() {
    return this.state.broken ? null : this.props.children
  }
}
