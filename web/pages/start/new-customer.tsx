/**
 * The welcome section for new customers: the start button, how long a quote takes, what to have ready, and
 * who cannot buy here.
 */

import { pathOfView, useNavigation } from '#web/app/navigation.tsx'
import { ButtonLink } from '#web/components/button.tsx'
import { startText } from '#web/content/start.ts'
import { useAnswer, useDraft, useDraftState } from '#web/features/draft/draft-store.ts'
import { Illustration } from '#web/layout/illustrations.tsx'
import { isModifiedClick } from '#web/lib/is-modified-click.ts'
import css from './start-page.module.css'

/** Starting a new quote clears the answers of the previous one. */
export function StartLink({ kind }: { kind: 'primary' | 'secondary' }) {
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
      <h2 className={css.listTitle}>{title}</h2>
      <ul>
        {items.map(item => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}

export function NewCustomer() {
  return (
    <div className={css.newcomer}>
      <div className={css.hero}>
        <div className={css.pitch}>
          <h1 tabIndex={-1}>{startText.newcomerTitle}</h1>
          <p className={css.lead}>{startText.newcomerPurpose}</p>
          <p className={css.start}>
            <StartLink kind="primary" />
          </p>
          <CarryOn />
        </div>
        <Illustration name="car" />
      </div>
      <div className={css.lists}>
        <List title={startText.youNeed} items={startText.youNeedList} />
        <List title={startText.cannot} items={startText.cannotList} />
      </div>
    </div>
  )
}
