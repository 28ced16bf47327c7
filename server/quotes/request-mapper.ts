/** Maps the bodies of create, amend and bind to domain values: addresses, drivers, cover and use. */
import type { z } from 'zod'
import type { BodyOf } from '#contract/endpoints.ts'
import { incidentSlots, type requestDriver } from '#contract/schemas/quote.ts'
import type { YesNoAnswers } from '#db/json-columns.ts'
import type { Address } from '#journey/address.ts'
import { optionsFrom, sumInsuredFrom } from '#journey/compensations.ts'
import { type CoverChoice, isOffered, voluntaryExcessSteps } from '#journey/cover.ts'
import type { Incident } from '#journey/incidents.ts'
import type { Driver } from '#journey/people.ts'

type WireDriver = z.output<typeof requestDriver>
export type RatedBody = BodyOf<'quoteAmend'>

/** A wire address without its wire-only fields. */
export function addressOf(wire: Address & { type?: unknown }): Address {
  const { addressId, postcode, suburb, city, signature, addressInBrokenDownForm, addressInFreeForm } = wire
  return { addressId, postcode, suburb, city, signature, addressInBrokenDownForm, addressInFreeForm }
}

/** An incident with its slot number in the body; slots may be left out. */
export interface RequestIncident extends Incident {
  readonly slot: (typeof incidentSlots)[number]
}

export const incidentsOf = (wire: WireDriver): RequestIncident[] =>
  incidentSlots.flatMap(slot => {
    const [claimCode, month, year] = [wire[`issue${slot}`], wire[`month${slot}`], wire[`year${slot}`]]
    return claimCode && month && year ? [{ slot, claimCode, month, year }] : []
  })

export const driverOf = (wire: WireDriver): Driver => ({
  type: wire.type,
  firstName: wire.givenName,
  lastName: wire.surname,
  dateOfBirth: wire.dateOfBirth,
  incidentCount: wire.incidentCount,
  incidents: incidentsOf(wire).map(({ claimCode, month, year }) => ({ claimCode, month, year })),
})

/** The chosen cover of a rated body; null if the voluntary excess is not on offer. */
export function coverChoiceOf(body: RatedBody): CoverChoice | null {
  const [coverage] = body.attributes.coverages
  const voluntaryExcess = voluntaryExcessSteps.find(step => step === coverage?.voluntaryExcess)
  if (!coverage || voluntaryExcess === undefined) return null
  const { frequency, policyInceptionDate } = body.attributes.quoteRequestDetails
  // A paid option must be requested explicitly: an indicator of No wins over any code.
  const asked = coverage.compensations.filter(one => one.appliedIndicator !== false)
  return isOffered({
    cover: coverage.policyCoverType,
    voluntaryExcess,
    ...optionsFrom(asked),
    frequency,
    startDate: policyInceptionDate,
  })
}

/** The sum insured the body asks for, in whole dollars; null when it names none above zero. */
export function sumInsuredOf(body: RatedBody): number | null {
  const [coverage] = body.attributes.coverages
  return (coverage && sumInsuredFrom(coverage.policyCoverType, coverage.compensations)) || null
}

/** Comprehensive cover is asked for, and every sum the body names is zero: that is no answer left out, as it is for third party (EDGE-09). */
export function isInsuredForNothing(body: RatedBody): boolean {
  const [coverage] = body.attributes.coverages
  if (coverage?.policyCoverType !== 'COMPREHENSIVE') return false
  const sums = coverage.compensations.flatMap(one => one.sumInsured ?? [])
  return sums.length > 0 && sums.every(sum => sum === 0)
}

type Indicators = RatedBody['attributes']['coverages'][number]['risk']['vehicleRisk']['indicators']

/** The answer about a criminal record, by either of its names; one Yes is enough. */
export const recordAnswer = (given: Indicators): 'YES' | 'NO' | undefined =>
  given?.isCriminalRecord === 'YES' ? 'YES' : (given?.criminalRecord ?? given?.isCriminalRecord)

/** Answers that a body leaves out stay as stored: leaving out a Yes does not make it a No. */
export function indicatorsOf(body: RatedBody, before: YesNoAnswers | null): YesNoAnswers {
  const given = body.attributes.coverages[0]?.risk.vehicleRisk.indicators
  const said = (answer: 'YES' | 'NO' | undefined, earlier = false) =>
    answer === undefined ? earlier : answer === 'YES'
  return {
    businessUse: said(given?.businessUse, before?.businessUse),
    modified: said(given?.modification, before?.modified),
    criminalRecord: said(recordAnswer(given), before?.criminalRecord),
  }
}
