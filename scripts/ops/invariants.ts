/** Operators' command that checks every invariant of db/checks/invariants.ts, hourly or by hand. */
import { findInvariantViolations, invariantIds } from '#db/checks/invariants.ts'
import type { OpsCommand } from './command.ts'

export const invariants: OpsCommand = {
  usage: 'invariants',
  says: 'what must hold of the stored data at any moment; ends with 1 when something does not',
  options: [],
  async run({ database, jobs, now, retention }) {
    const broken = await findInvariantViolations(
      database.kysely,
      now(),
      retention,
      await (await jobs()).all(),
    )
    if (broken.length === 0) return { lines: [`All ${invariantIds.length} invariants hold.`], isWell: true }
    return {
      lines: broken.flatMap(({ id, says, what }) => [
        `${id} is broken: ${says}`,
        ...what.map(one => `    ${one}`),
      ]),
      isWell: false,
    }
  },
}
