/** Converts drivers and their incidents between our types and the JSON of API calls. */
import type { z } from 'zod'
import type { driver, requestDriver } from '#contract/schemas/quote.ts'
import { type Incident, incidentNumbers } from '#journey/incidents.ts'
import type { Driver } from '#journey/people.ts'

type WireDriver = z.output<typeof driver>
type RequestDriver = z.output<typeof requestDriver>

/** An incident with its number; the numbers may have gaps. */
export interface WireIncident extends Incident {
  readonly slot: (typeof incidentNumbers)[number]
}

export const decodeIncidents = (wire: RequestDriver): WireIncident[] =>
  incidentNumbers.flatMap(slot => {
    const [claimCode, month, year] = [wire[`issue${slot}`], wire[`month${slot}`], wire[`year${slot}`]]
    return claimCode && month && year ? [{ slot, claimCode, month, year }] : []
  })

export const decodeDriver = (wire: RequestDriver): Driver => ({
  type: wire.type,
  firstName: wire.givenName,
  lastName: wire.surname,
  dateOfBirth: wire.dateOfBirth,
  incidentCount: wire.incidentCount,
  incidents: decodeIncidents(wire).map(({ slot: _, ...incident }) => incident),
})

export const encodeDriver = ({ firstName, lastName, incidents, ...same }: Driver): WireDriver => ({
  givenName: firstName,
  surname: lastName,
  ...same,
  ...Object.fromEntries(
    incidents.flatMap(({ claimCode, month, year }, index) => [
      [`issue${index + 1}`, claimCode],
      [`month${index + 1}`, month],
      [`year${index + 1}`, year],
    ]),
  ),
})

/** A driver outside the `drivers` list: in the vehicle's risk and in a bind. */
export const encodeNamedDriver = ({ firstName, lastName, dateOfBirth, incidents }: Driver) => ({
  dateOfBirth,
  claimHistory: [...incidents],
  givenName: firstName,
  initials: [...firstName][0] ?? '',
  surname: lastName,
})
