/** Schemas of a quote on the wire: drivers, cover and price, with the field names of the specification (section 7). */
import { z } from 'zod'
import { coverTypes, frequencies } from '#journey/cover.ts'
import { incidentCounts, incidentSlots, incidentTypes } from '#journey/incidents.ts'
import { driverPositions, maximumDrivers } from '#journey/people.ts'
import { mapIndicators } from '#journey/questions/yes-no-questions.ts'
import { addressOrList, day, personName, quoteVersion, text, yesNo } from './common.ts'

const issue = z.enum(incidentTypes).or(z.literal(''))
const month = z.number().int().min(1).max(12).or(z.literal(''))
const year = z.number().int().min(1990).max(2100).or(z.literal(''))

const slots = <I, M, Y>(issue: I, month: M, year: Y) => ({
  issue1: issue,
  month1: month,
  year1: year,
  issue2: issue,
  month2: month,
  year2: year,
  issue3: issue,
  month3: month,
  year3: year,
  issue4: issue,
  month4: month,
  year4: year,
})

/** A driver in a response: its texts were checked when they were sent. */
export const driver = z.strictObject({
  givenName: z.string(),
  surname: z.string(),
  dateOfBirth: z.string(),
  type: z.enum(driverPositions),
  incidentCount: z.enum(incidentCounts),
  ...slots(issue.optional(), month.optional(), year.optional()),
})

/** An incomplete incident would not be rated. An unused one is left out, empty or null. */
export const requestDriver = driver
  .extend({
    givenName: personName,
    surname: personName,
    dateOfBirth: day,
    ...slots(issue.nullish(), month.nullish(), year.nullish()),
  })
  .superRefine((sent, context) => {
    for (const slot of incidentSlots) {
      const parts = [`issue${slot}`, `month${slot}`, `year${slot}`] as const
      const missing = parts.filter(part => (sent[part] ?? '') === '')
      if (missing.length < parts.length)
        for (const part of missing)
          context.addIssue({ code: 'custom', path: [part], message: 'is missing from its incident' })
    }
  })

/** An option of a cover, or one of the two sums insured. `code` NOT_TAKEN means the same as not applied. */
const compensation = z.strictObject({
  compensationSubType: z.enum([
    'AgreedValue',
    'MarketValue',
    'WindscreenExcessWaiver',
    'HireCar',
    'LifetimeNewForOld',
    'RoadsideAssist',
  ]),
  appliedIndicator: z.boolean().optional(),
  code: text(40).optional(),
  sumInsured: z.number().int().min(0).max(10_000_000).optional(),
})

/** A driver in the vehicle's risk and in a bind; price and policy use the `drivers` list. */
export const riskDriver = z.strictObject({
  dateOfBirth: day,
  claimHistory: z.array(z.unknown()).max(10).optional(),
  givenName: personName.optional(),
  initials: text(10).optional(),
  surname: personName.optional(),
})

/** The specification does not name the fields of the indicators; these are its words for the answers. */
const indicators = z.strictObject({
  ...mapIndicators(() => yesNo.optional()),
  /** Another name of `criminalRecord`, in the specification's list of drivers. */
  isCriminalRecord: yesNo.optional(),
  /** Accepted and ignored: the first is saved with the car, no page asks the second. */
  isFinanced: z.unknown().optional(),
  taxiExclusion: z.unknown().optional(),
})

export const coverage = z.strictObject({
  policyCoverType: z.enum(coverTypes),
  voluntaryExcess: z.number().int().min(0).max(5000),
  compensations: z.array(compensation).max(12),
  risk: z.strictObject({
    addressDetails: addressOrList,
    vehicleRisk: z.strictObject({
      vehicleKey: text(120),
      vehicleUsageType: z.literal('PRIVATE'),
      indicators: indicators.optional(),
      mainDriver: riskDriver.optional(),
      additionalDrivers: z
        .array(riskDriver)
        .max(maximumDrivers - 1)
        .optional(),
    }),
  }),
})

export const quoteRequestDetails = z.strictObject({
  frequency: z.enum(frequencies),
  policyInceptionDate: day,
  policyExpiryDate: day.optional(),
  previousInsurer: text(40).optional(),
})

export const quoteResponse = z.object({
  data: z.object({
    attributes: z.object({
      policyComponent: z.object({
        premium: z.object({ grossPremium: z.number(), installmentAmount: z.number() }),
        coverages: z.array(
          z.object({
            policyCoverType: z.enum(coverTypes),
            imposedExcess: z.number(),
            voluntaryExcess: z.number(),
            compensations: z.array(compensation),
          }),
        ),
      }),
      policyDetails: z.object({
        quoteNum: z.string(),
        billingInfo: z.object({ frequency: z.enum(frequencies) }),
      }),
      policyHistory: quoteVersion,
      /** Additions to the specification: the start of cover, the steps of the price, the price table and the last valid day. */
      policyInceptionDate: z.string(),
      carValue: z.number(),
      /** The excess imposed on comprehensive cover, whichever cover was chosen: the page compares all three. */
      comprehensiveExcess: z.number().optional(),
      priceSteps: z.array(z.object({ code: z.string(), amount: z.number() })),
      /** Whole cents, in the order of journey/price-table.ts. */
      priceTable: z
        .object({
          COMPREHENSIVE: z.array(z.number()),
          THIRD_PARTY_FIRE_THEFT: z.array(z.number()),
          THIRD_PARTY: z.array(z.number()),
        })
        .nullable(),
      validUntil: z.string(),
    }),
  }),
})
