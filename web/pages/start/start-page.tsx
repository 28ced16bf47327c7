/** The start page at /vehicle: start a new quote, or retrieve one by link or by number. */

import { useEffect } from 'react'
import { useNavigation } from '#web/app/navigation.tsx'
import { usePageSettings } from '#web/app/page-settings.ts'
import { Spinner } from '#web/components/call-messages.tsx'
import { pageTitle } from '#web/content/layout.ts'
import { startText } from '#web/content/start.ts'
import { NewCustomer, StartLink } from './new-customer.tsx'
import { RetrieveForm } from './retrieve-form.tsx'
import css from './start-page.module.css'
import { useArrival } from './use-arrival.ts'

export function StartPage() {
  const arrived = useArrival()
  const { hasNavigated } = useNavigation()
  const { brand } = usePageSettings()
  const isNew = hasNavigated || arrived.kind === 'by-link'
  // Back of step 1 leads here, and a link is opened: the title and the focused button of the page before are gone.
  useEffect(() => {
    document.title = pageTitle(null, brand.name)
    if (isNew) document.querySelector('h1')?.focus()
  }, [isNew, brand.name])
  if (arrived.kind === 'opening') {
    return (
      <div className={css.single}>
        <section className={css.return}>
          <h1 tabIndex={-1}>{startText.openingTitle}</h1>
          <Spinner text={startText.opening} />
        </section>
      </div>
    )
  }
  if (arrived.kind === 'by-link') {
    return (
      <div className={css.single}>
        <section className={css.return}>
          <h1 tabIndex={-1}>{startText.welcomeBack}</h1>
          <p>{startText.welcomeBackPurpose}</p>
          <RetrieveForm link={arrived.link} notFound={arrived.notFound} />
        </section>
        <StartLink kind="secondary" />
      </div>
    )
  }
  return (
    <div className={css.page}>
      <NewCustomer />
      <section className={css.return}>
        <h2>{startText.welcomeBack}</h2>
        <p>{startText.welcomeBackPurpose}</p>
        <RetrieveForm link={null} notFound={false} />
      </section>
    </div>
  )
}
