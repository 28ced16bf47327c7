/**
 * The notice of steps 2 and 4 above fields that a partner prefilled, shown until every prefilled value was
 * changed.
 */

import { layoutText } from '#web/content/layout.ts'
import { useAnswersSelector, useDraftState } from './draft-store.ts'

/** @param person whose fields: 'driver1', 'policyholder1' */
export function PrefilledNotice({ person }: { person: string }) {
  const offered = useDraftState(draftState => draftState.prefilled)
  const stands = useAnswersSelector(answers =>
    Object.entries(offered ?? {}).some(
      ([field, value]) =>
        // A code is also chosen where nobody chose it.
        field.startsWith(`${person}.`) && !field.endsWith('Code') && answers[field] === value,
    ),
  )
  return stands ? <p>{layoutText.offered}</p> : null
}
