/** The list of drivers of step 2. The last driver has the buttons to add and remove a driver. */

import { maximumDrivers } from '#journey/people.ts'
import { emptyDriver } from '#journey/questions/quote-form.ts'
import { Button } from '#web/components/button.tsx'
import type { FormHandle } from '#web/components/use-form.ts'
import { driverText } from '#web/content/driver.ts'
import { useAnswersSelector, useDraft } from '#web/features/draft/draft-store.ts'
import { usePeopleList } from '#web/features/people-list/use-people-list.ts'
import { UndoBox, useUndo } from '#web/features/people-list/use-undo.tsx'
import { useAnnounce } from '#web/layout/live-announcer.tsx'
import css from './driver.module.css'
import { DriverSection, driverHeadingId } from './driver-section.tsx'
import { useIncidentCount } from './incident-count.ts'

/** The id of the group of buttons, which takes the focus when one of them is removed. */
const buttonsId = 'driver-buttons'

export function DriverList({ moveErrors }: Pick<FormHandle, 'moveErrors'>) {
  const draft = useDraft()
  const announce = useAnnounce()
  const count = useAnswersSelector(({ driver }) => driver.drivers.length)
  const undo = useUndo()
  const changeIncidentCount = useIncidentCount(undo)
  const { add, remove } = usePeopleList({
    path: 'driver.drivers',
    maximum: maximumDrivers,
    newPerson: emptyDriver,
    people: () => draft.answers().driver.drivers,
    setPeople: drivers => draft.setAnswers({ driver: { drivers } }),
    headingId: driverHeadingId,
    focusAfterRemoval: () => buttonsId,
    removalNotice: index => ({ text: driverText.removed(index + 1), place: buttonsId }),
    undo,
    moveErrors,
  })
  const last = count - 1
  const buttons = (
    <div className={css.end}>
      <UndoBox undo={undo} place={buttonsId} />
      <div className={css.buttons} id={buttonsId} tabIndex={-1}>
        {count === maximumDrivers ? (
          <p>{driverText.fiveDrivers}</p>
        ) : (
          <Button
            kind="secondary"
            onPress={() => {
              add()
              announce(driverText.added(count + 1))
            }}
          >
            {driverText.addDriver}
          </Button>
        )}
        {last > 0 && (
          <Button
            kind="secondary"
            onPress={() => {
              remove(last)
              announce(driverText.removed(count))
            }}
          >
            {driverText.removeDriver}
          </Button>
        )}
      </div>
    </div>
  )
  return Array.from({ length: count }, (_, index) => (
    <DriverSection
      // biome-ignore lint/suspicious/noArrayIndexKey: drivers are added and removed at the end only
      key={index}
      index={index}
      undo={undo}
      onCountChange={changeIncidentCount}
    >
      {index === last && buttons}
    </DriverSection>
  ))
}
