/** The start page at /vehicle: start a new quote, or retrieve one by link or number. */

import { useEffect } from 'react'
import { ButtonLink, isModifiedClick } from '#web/components/button.tsx'
import { Spinner } from '#web/components/call-messages.tsx'
import { pageTitle } from '#web/content/layout.ts'
import { startText } from '#web/content/start.ts'
import { useAnswer, useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { Illustration } from '#web/layout/illustrations.tsx'
import { pathOfView, useNavigation } from '#web/lib/navigation.ts'
import { usePageSettings } from '#web/lib/page-settings.ts'
import { RetrieveForm } from './retrieve-form.tsx'
import styles from './start-page.module.css'
import { useArrival } from './use-arrival.ts'

export function StartPage() {
  const arrived = useArrival()
  const { hasNavigated } = useNavigation()
  const { brand } = usePageSettings()
  const isNew = hasNavigated || arrived.kind === 'by-link'
  // After Back from step 1, or when a link is opened, the focused button of the previous page is gone.
  useEffect(() => {
    document.title = pageTitle(null, brand.name)
    if (isNew) document.querySelector('h1')?.focus()
  }, [isNew, brand.name])
  if (arrived.kind === 'opening') {
    return (
      <div className={`stack gap-5 ${styles.single}`}>
        <section className={`stack gap-4 ${styles.return}`}>
          <h1 tabIndex={-1}>{startText.openingTitle}</h1>
          <Spinner text={startText.opening} />
        </section>
      </div>
    )
  }
  if (arrived.kind === 'by-link') {
    return (
      <div className={`stack gap-5 ${styles.single}`}>
        <section className={`stack gap-4 ${styles.return}`}>
          <h1 tabIndex={-1}>{startText.welcomeBack}</h1>
          <p>{startText.welcomeBackPurpose}</p>
          <RetrieveForm link={arrived.link} notFound={arrived.notFound} />
        </section>
        <StartLink kind="secondary" />
      </div>
    )
  }
  return (
    <div className={`stack gap-6 ${styles.page}`}>
      <NewCustomer />
      <section className={`stack gap-4 ${styles.return}`}>
        <h2>{startText.welcomeBack}</h2>
        <p>{startText.welcomeBackPurpose}</p>
        <RetrieveForm link={null} notFound={false} />
      </section>
    </div>
  )
}

/** Starting a new quote clears the answers of the previous one. */
function StartLink({ kind }: { kind: 'primary' | 'secondary' }) {
  const draft = useDraft()
  const navigation = useNavigation()
  const start = () => {
    draft.clear()
    navigation.goTo('car')
  }
  return (
    <ButtonLink href={pathOfView('car')} kind={kind} onPress={start}>
      {startText.start}
    </ButtonLink>
  )
}

function CarryOn() {
  const navigation = useNavigation()
  const furthest = useDraftState(draftState => draftState.furthestStep)
  const hasPlate = useAnswer('car.plate') !== ''
  if (!furthest || !hasPlate) return null
  return (
    <p>
      <a
        href={pathOfView(furthest)}
        onClick={event => {
          if (isModifiedClick(event)) return
          event.preventDefault()
          navigation.goTo(furthest)
        }}
      >
        {startText.carryOn}
      </a>
    </p>
  )
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <section>
      <h2 className="h4">{title}</h2>
      <ul>
        {items.map(item => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}

/** For new customers: the start button, how long a quote takes, what to have ready, and who cannot buy here. */
function NewCustomer() {
  return (
    <div className="stack gap-6">
      <div className={styles.hero}>
        <div className={`stack gap-4 ${styles.pitch}`}>
          <h1 tabIndex={-1}>{startText.newcomerTitle}</h1>
          <p className="lead muted">{startText.newcomerPurpose}</p>
          <p className={`lead ${styles.start}`}>
            <StartLink kind="primary" />
          </p>
          <CarryOn />
        </div>
        <Illustration name="car" />
      </div>
      <div className={styles.lists}>
        <List title={startText.youNeed} items={startText.youNeedList} />
        <List title={startText.cannot} items={startText.cannotList} />
      </div>
    </div>
  )
}
