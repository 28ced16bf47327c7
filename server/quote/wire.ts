/** Between the wire, as section 7 of the specification has it, and our own words: risks out of bodies, quotes into answers. */
import type { z } from 'zod'
import type { BodyOf } from '#contract/calls.ts'
import type { compensation, driver, quoteReply } from '#contract/quote-shapes.ts'
import type { QuoteIndicators } from '#db/columns.ts'
import type { Quote } from '#db/quotes.ts'
import type { Address } from '#journey/address.ts'
import { type CoverChoice, excessDollars, voluntaryExcessSteps } from '#journey/cover.ts'
import type { ClaimCode, Incident } from '#journey/incidents.ts'
import { centsToWire } from '#journey/money.ts'
import type { Driver } from '#journey/people.ts'
import type { InsurerQuote } from '#partners/insurer/port.ts'

type WireDriver = z.output<typeof driver>
type WireCompensation = z.output<typeof compensation>
export type RatedBody = BodyOf<'quoteAmend'>

/** A wire address without what only the wire carries. */
export function addressOf(wire: Address & { type?: unknown }): Address {
  const { addressId, postcode, suburb, city, signature, addressInBrokenDownForm, addressInFreeForm } = wire
  return { addressId, postcode, suburb, city, signature, addressInBrokenDownForm, addressInFreeForm }
}

function incidentOf(
  code: ClaimCode | '' | undefined,
  month: number | '' | undefined,
  year: number | '' | undefined,
): Incident[] {
  return code && month && year ? [{ claimCode: code, month, year }] : []
}

export const driverOf = (wire: WireDriver): Driver => ({
  type: wire.type,
  firstName: wire.givenName,
  lastName: wire.surname,
  dateOfBirth: wire.dateOfBirth,
  incidentCount: wire.incidentCount,
  incidents: [
    ...incidentOf(wire.issue1, wire.month1, wire.year1),
    ...incidentOf(wire.issue2, wire.month2, wire.year2),
    ...incidentOf(wire.issue3, wire.month3, wire.year3),
    ...incidentOf(wire.issue4, wire.month4, wire.year4),
  ],
})

function wireDriver(person: Driver): WireDriver {
  const [one, two, three, four] = person.incidents
  const slot = <N extends 1 | 2 | 3 | 4>(n: N, incident: Incident | undefined) =>
    incident
      ? { [`issue${n}`]: incident.claimCode, [`month${n}`]: incident.month, [`year${n}`]: incident.year }
      : {}
  return {
    givenName: person.firstName,
    surname: person.lastName,
    dateOfBirth: person.dateOfBirth,
    type: person.type,
    incidentCount: person.incidentCount,
    ...slot(1, one),
    ...slot(2, two),
    ...slot(3, three),
    ...slot(4, four),
  }
}

const taken = (
  compensations: readonly WireCompensation[],
  subType: WireCompensation['compensationSubType'],
): boolean =>
  compensations.some(
    one =>
      one.compensationSubType === subType &&
      one.code !== 'NOT_TAKEN' &&
      (one.appliedIndicator ?? one.code !== undefined),
  )

/** The chosen cover of a rated body; null when the voluntary excess is none that is offered. */
export function choiceOf(body: RatedBody): CoverChoice | null {
  const [coverage] = body.attributes.coverages
  const voluntaryExcess = voluntaryExcessSteps.find(step => step === coverage?.voluntaryExcess)
  if (!coverage || voluntaryExcess === undefined) return null
  const { frequency, policyInceptionDate } = body.attributes.quoteRequestDetails
  return {
    cover: coverage.policyCoverType,
    voluntaryExcess,
    excessFreeWindow: taken(coverage.compensations, 'WindscreenExcessWaiver'),
    hireCar: taken(coverage.compensations, 'HireCar'),
    roadsideAssistance: taken(coverage.compensations, 'RoadsideAssist'),
    frequency,
    startDate: policyInceptionDate,
  }
}

/**
 * The sum insured the body asks for, in whole dollars; null when it names none above zero. Fire and theft pays the market
 * value, everything else goes by the agreed one; where a body names only the other of the two, that is meant.
 */
export function sumInsuredOf(body: RatedBody): number | null {
  const [coverage] = body.attributes.coverages
  const sumOf = (subType: 'AgreedValue' | 'MarketValue') =>
    coverage?.compensations.find(one => one.compensationSubType === subType)?.sumInsured ?? 0
  const [own, other] =
    coverage?.policyCoverType === 'THIRD_PARTY_FIRE_THEFT'
      ? [sumOf('MarketValue'), sumOf('AgreedValue')]
      : [sumOf('AgreedValue'), sumOf('MarketValue')]
  return own || other || null
}

/** What a body does not say again stands as it was said: leaving a Yes out does not make it a No. */
export function indicatorsOf(body: RatedBody, before: QuoteIndicators | null): QuoteIndicators {
  const given = body.attributes.coverages[0]?.risk.vehicleRisk.indicators
  const said = (answer: 'YES' | 'NO' | undefined, earlier = false) =>
    answer === undefined ? earlier : answer === 'YES'
  return {
    businessUse: said(given?.businessUse, before?.businessUse),
    modified: said(given?.modification, before?.modified),
    criminalRecord: said(given?.criminalRecord, before?.criminalRecord),
  }
}

const option = (
  compensationSubType: WireCompensation['compensationSubType'],
  applied: boolean,
): WireCompensation => ({
  compensationSubType,
  appliedIndicator: applied,
  code: applied ? 'TAKEN' : 'NOT_TAKEN',
})

/** The insurer's quote as create, amend and retrieve answer it. */
export function quoteAnswer(quote: InsurerQuote): z.output<typeof quoteReply> {
  const { choice } = quote
  const agreed = choice.cover === 'COMPREHENSIVE' ? quote.carValueDollars : 0
  const market = choice.cover === 'THIRD_PARTY_FIRE_THEFT' ? quote.carValueDollars : 0
  return {
    data: {
      attributes: {
        policyComponent: {
          premium: {
            grossPremium: centsToWire(quote.annualCents),
            installmentAmount: centsToWire(quote.instalmentCents),
          },
          coverages: [
            {
              policyCoverType: choice.cover,
              // Fixed for the third-party covers, whatever is imposed on comprehensive cover (QUOTE-04).
              imposedExcess: excessDollars(choice.cover, quote.imposedExcessDollars, 0),
              voluntaryExcess: choice.voluntaryExcess,
              compensations: [
                { compensationSubType: 'AgreedValue', sumInsured: agreed },
                { compensationSubType: 'MarketValue', sumInsured: market },
                option('WindscreenExcessWaiver', choice.excessFreeWindow),
                option('HireCar', choice.hireCar),
                option('LifetimeNewForOld', false),
                option('RoadsideAssist', choice.roadsideAssistance),
              ],
            },
          ],
        },
        policyDetails: { quoteNum: quote.quoteNumber, billingInfo: { frequency: choice.frequency } },
        policyHistory: quote.history,
        policyInceptionDate: choice.startDate,
        carValue: quote.carValueDollars,
        comprehensiveExcess: quote.imposedExcessDollars,
        priceSteps: quote.steps.map(step => ({ code: step.code, amount: centsToWire(step.amountCents) })),
        priceTable: quote.priceTable && {
          COMPREHENSIVE: [...quote.priceTable.COMPREHENSIVE],
          THIRD_PARTY_FIRE_THEFT: [...quote.priceTable.THIRD_PARTY_FIRE_THEFT],
          THIRD_PARTY: [...quote.priceTable.THIRD_PARTY],
        },
        validUntil: quote.validUntil,
      },
    },
  }
}

/** A stored quote as the retrieval calls answer it; people only where the asker may see them. */
export function prospectAnswer(quote: Quote, people: boolean) {
  const holders = quote.policyholders?.policyholders ?? []
  const main = quote.drivers?.[0]
  const seesPrice = people || quote.people_at === null
  const status = quote.status === 'BINDING' ? ('CONVERTED' as const) : quote.status
  return {
    quoteId: quote.id,
    status,
    ...(quote.quote_number === null ? {} : { quoteNumber: quote.quote_number }),
    ...(quote.choice ? { cover: quote.choice.cover } : {}),
    confirmPerson: !people && quote.people_at !== null,
    vehicle: { regNumber: quote.plate },
    ...(people && main ? { applicant: { firstName: main.firstName, lastName: main.lastName } } : {}),
    ...(quote.car
      ? {
          vehicleDetails: {
            transmission: quote.car.transmission,
            vehicleKey: quote.car.vehicleKey,
            model: quote.car.model,
            value: quote.car.valueDollars,
            isFinanced: quote.car.financeCompany === '' ? ('NO' as const) : ('YES' as const),
            financeCompany: quote.car.financeCompany,
          },
        }
      : {}),
    addressDetails: people
      ? [
          ...(quote.risk_address ? [{ ...quote.risk_address, type: 'RISK' as const }] : []),
          ...(quote.policyholders ? [{ ...quote.policyholders.postalAddress, type: 'POSTAL' as const }] : []),
        ]
      : [],
    drivers: people ? (quote.drivers ?? []).map(wireDriver) : [],
    policyHolderDetails: people
      ? holders.map((holder, index) => ({
          ...holder,
          ...(index === 0 && quote.policyholders?.businessName
            ? { businessName: quote.policyholders.businessName }
            : {}),
        }))
      : [],
    ...(people && quote.policyholders?.paymentMethod
      ? { paymentMethod: quote.policyholders.paymentMethod }
      : {}),
    ...(people && quote.policyholders?.paymentStart
      ? { paymentStartDate: quote.policyholders.paymentStart }
      : {}),
    ...(quote.insurer_quote && seesPrice ? { quote: quoteAnswer(quote.insurer_quote) } : {}),
    ...(quote.choice && seesPrice ? { choice: quote.choice } : {}),
  }
}
