/** What steps 2 and 4 say above fields that a partner's registration has filled in, as long as one of them stands as it came. */

import { frameWords } from '#web/content/layout.ts'
import { useFromAnswers, useFromFacts } from './draft-store.ts'

/** @param person whose fields: 'driver1', 'policyholder1' */
export function Offered({ person }: { person: string }) {
  const offered = useFromFacts(facts => facts.offered)
  const stands = useFromAnswers(answers =>
    Object.entries(offered ?? {}).some(
      ([field, value]) =>
        // A code is also chosen where nobody chose it.
        field.startsWith(`${person}.`) && !field.endsWith('Code') && answers[field] === value,
    ),
  )
  return stands ? <p>{frameWords.offered}</p> : null
}
