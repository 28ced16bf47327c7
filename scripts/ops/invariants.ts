/** The operators' command `invariants`, which checks every invariant of db/checks/invariants.ts, hourly or by hand. */
import { findInvariantViolations, invariantIds } from '#db/checks/invariants.ts'
import { failed, type OpsCommand, succeeded } from './command-types.ts'

export const invariants: OpsCommand = {
  usage: 'invariants',
  says: 'checks every rule that the stored data must always fulfil; the exit code is 1 if one is broken',
  options: [],
  async run({ database, jobs, now, retention }) {
    const broken = await findInvariantViolations(
      database.kysely,
      now(),
      retention,
      await (await jobs()).all(),
    )
    if (broken.length === 0) return succeeded(`All ${invariantIds.length} invariants hold.`)
    return failed(
      ...broken.flatMap(({ id, says, what }) => [
        `${id} is broken: ${says}`,
        ...what.map(one => `    ${one}`),
      ]),
    )
  },
}
