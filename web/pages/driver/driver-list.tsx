/** The list of drivers of step 2. The last driver has the buttons to add and remove a driver. */

import { maximumDrivers } from '#journey/people.ts'
import { Button } from '#web/components/button.tsx'
import { driverText } from '#web/content/driver.ts'
import { useAnswersSelector } from '#web/features/draft/draft-store.ts'
import css from './driver.module.css'
import { DriverSection } from './driver-section.tsx'
import { buttonsId, useDrivers } from './use-drivers.ts'

export function DriverList() {
  const drivers = useDrivers()
  const count = useAnswersSelector(({ driver }) => driver.drivers.length)
  const { undoable } = drivers
  const undo = undoable && (
    <p className={css.undo}>
      <span>{undoable.text}</span>{' '}
      <Button kind="quiet" onPress={undoable.undo}>
        {driverText.undo}
      </Button>
    </p>
  )
  const isFull = count === maximumDrivers
  const buttons = (
    <div className={css.end}>
      {!undoable?.counted && undo}
      <div className={css.buttons} id={buttonsId} tabIndex={-1}>
        {isFull ? (
          <p>{driverText.fiveDrivers}</p>
        ) : (
          <Button kind="secondary" onPress={drivers.add}>
            {driverText.addDriver}
          </Button>
        )}
        {count > 1 && (
          <Button kind="secondary" onPress={drivers.remove}>
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
      onRecount={drivers.recount}
      belowCount={index === undoable?.counted?.index && undo}
    >
      {index === count - 1 && buttons}
    </DriverSection>
  ))
}
