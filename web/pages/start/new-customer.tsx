/** What greets somebody who comes for the first time: one large way in, how long it takes, what to have at hand, who cannot buy here. */

import { pathOfView, useWizard } from '#web/app/navigation.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { entryWords } from '#web/content/start.ts'
import { useAnswer, useDraft, useFromFacts } from '#web/features/draft/draft-store.ts'
import { Art } from '#web/layout/illustrations.tsx'
import { opensElsewhere } from '#web/lib/is-modified-click.ts'
import css from './start-page.module.css'

/** A new quote forgets the answers of the one before. */
export function StartLink({ kind }: { kind: 'primary' | 'secondary' }) {
  const draft = useDraft()
  const wizard = useWizard()
  const start = () => {
    draft.clear()
    wizard.go('car')
  }
  return (
    <ButtonLink href={pathOfView('car')} kind={kind} onPress={start}>
      {entryWords.start}
    </ButtonLink>
  )
}

function CarryOn() {
  const wizard = useWizard()
  const furthest = useFromFacts(facts => facts.furthest)
  const hasPlate = useAnswer('plate') !== ''
  if (!furthest || !hasPlate) return null
  return (
    <p>
      <a
        href={pathOfView(furthest)}
        onClick={event => {
          if (opensElsewhere(event)) return
          event.preventDefault()
          wizard.go(furthest)
        }}
      >
        {entryWords.carryOn}
      </a>
    </p>
  )
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <section>
      <h2 className={css.listTitle}>{title}</h2>
      <ul>
        {items.map(item => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}

export function Newcomer() {
  return (
    <div className={css.newcomer}>
      <div className={css.hero}>
        <div className={css.pitch}>
          <h1 tabIndex={-1}>{entryWords.newcomerTitle}</h1>
          <p className={css.lead}>{entryWords.newcomerPurpose}</p>
          <p className={css.start}>
            <StartLink kind="primary" />
          </p>
          <CarryOn />
        </div>
        <Art name="car" />
      </div>
      <div className={css.lists}>
        <List title={entryWords.youNeed} items={entryWords.youNeedList} />
        <List title={entryWords.cannot} items={entryWords.cannotList} />
      </div>
    </div>
  )
}
