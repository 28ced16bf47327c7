/** The pieces that several calls carry: days, addresses, people, price and history, letter for letter as section 7 of the specification names them. */
import { z } from 'zod'
import { isAddressId, isPostcode } from '#journey/address.ts'
import { coverTypes, frequencies } from '#journey/cover.ts'
import { isNzDay } from '#journey/dates.ts'
import { claimCodes, incidentCounts } from '#journey/incidents.ts'
import { driverTypes, isEmail, isName, maximumNameLength, titles } from '#journey/people.ts'
import { isPlate, normalisePlate } from '#journey/plate.ts'

/** Any text: no control characters, and never long enough to matter. */
export const text = (maximum = 200) =>
  z
    .string()
    .max(maximum)
    .refine(value => !/\p{Cc}/u.test(value), 'holds a control character')

/** What a person is called, however it was typed: without blanks around it and composed, so that the same is the same (D9). */
const nameText = (maximum: number) => text(maximum).trim().normalize('NFC')

/** A name people give a business or an account: something to read, and nothing to follow in the mail it is printed in. */
export const givenName = nameText(100).refine(
  value => !/:\/\/|\bwww\./i.test(value),
  'holds an address of a page',
)

export const day = z.string().max(10).refine(isNzDay, 'is not a day written yyyy-mm-dd')
export const plate = text(20).transform(normalisePlate).refine(isPlate, 'is not a number plate')
export const personName = nameText(maximumNameLength).refine(
  isName,
  'holds more than letters, space, hyphen and apostrophe',
)
export const email = text(100).refine(isEmail, 'is not an e-mail address')
export const quoteId = z.uuid()
/** A quote's or a policy's number, as long as a partner insurer may give it; the built-in one's are shorter. */
export const insurersNumber = text(40)
export const yesNo = z.enum(['YES', 'NO'])
/** Dollars with two decimals as a JSON number. */
export const dollars = z.number().min(0).max(100_000_000)
/** A captcha token or the marker AUTHENTICATED_V2; may be missing where captcha is off. */
export const captchaToken = z.string().max(8192).optional()

const addressParts = z.object({
  buildingName: text().default(''),
  levelNumber: text().default(''),
  levelType: text().default(''),
  streetName: text().default(''),
  streetNumber: text().default(''),
  streetSuffixCode: text().default(''),
  streetType: text().default(''),
  unitNumber: text().default(''),
  unitType: text().default(''),
})

export const address = z.strictObject({
  addressId: text(64).refine(isAddressId, 'is not an address id').default(''),
  postcode: text(4).refine(isPostcode, 'is not a postcode of four digits'),
  suburb: text(100).default(''),
  city: text(100).default(''),
  signature: text(200).default(''),
  addressInBrokenDownForm: addressParts.prefault({}),
  addressInFreeForm: z.strictObject({ addressLine1: text(), addressLine2: text().default('') }),
  type: z.enum(['RISK', 'POSTAL']).optional(),
})

/** An address as it is given to us: never without its first line, where the car is kept or letters go. */
export const givenAddress = address.refine(
  ({ addressInFreeForm }) => addressInFreeForm.addressLine1.trim() !== '',
  { path: ['addressInFreeForm', 'addressLine1'], message: 'is blank' },
)

/** One address, alone or as the only one of a list: the specification prints both. */
export const oneAddress = z.union([
  givenAddress,
  z
    .array(givenAddress)
    .length(1)
    .transform(list => list[0] as z.output<typeof address>),
])

export const history = z.strictObject({
  lastModifiedDatetime: text(40),
  lastModifiedUserId: text(60),
})

const slot = {
  code: z.enum(claimCodes).or(z.literal('')).optional(),
  month: z.number().int().min(1).max(12).or(z.literal('')).optional(),
  year: z.number().int().min(1990).max(2100).or(z.literal('')).optional(),
}

export const driver = z.strictObject({
  givenName: personName,
  surname: personName,
  dateOfBirth: day,
  type: z.enum(driverTypes),
  incidentCount: z.enum(incidentCounts),
  issue1: slot.code,
  month1: slot.month,
  year1: slot.year,
  issue2: slot.code,
  month2: slot.month,
  year2: slot.year,
  issue3: slot.code,
  month3: slot.month,
  year3: slot.year,
  issue4: slot.code,
  month4: slot.month,
  year4: slot.year,
})

export const policyholder = z.strictObject({
  title: z.enum(titles),
  firstName: personName,
  lastName: personName,
  dateOfBirth: day,
  email,
  mobile: text(20),
  businessName: givenName.optional(),
})

/** An option of a cover, or one of the two sums insured. `code` NOT_TAKEN means the same as not applied. */
export const compensation = z.object({
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

const ratedDriver = z.object({ dateOfBirth: day, claimHistory: z.array(z.unknown()).max(10).optional() })

export const coverage = z.strictObject({
  policyCoverType: z.enum(coverTypes),
  voluntaryExcess: z.number().int().min(0).max(5000),
  compensations: z.array(compensation).max(12),
  risk: z.strictObject({
    addressDetails: oneAddress,
    vehicleRisk: z.strictObject({
      vehicleKey: text(120),
      vehicleUsageType: z.literal('PRIVATE'),
      indicators: z
        .object({
          businessUse: yesNo.optional(),
          modification: yesNo.optional(),
          criminalRecord: yesNo.optional(),
        })
        .optional(),
      mainDriver: ratedDriver.optional(),
      additionalDrivers: z.array(ratedDriver).max(4).optional(),
    }),
  }),
})

export const quoteRequestDetails = z.strictObject({
  frequency: z.enum(frequencies),
  policyInceptionDate: day,
  policyExpiryDate: day.optional(),
  previousInsurer: text(40).optional(),
})

/** The answer of create (step 2), amend and retrieve; what the specification does not name is an addition of ours. */
export const quoteReply = z.object({
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
      policyHistory: history,
      /** Additions: the chosen start, the steps of the price, every price in reach, how long it holds. */
      policyInceptionDate: z.string(),
      carValue: z.number(),
      /** What comprehensive cover would have as imposedExcess, whichever was chosen: the page shows all three side by side. */
      comprehensiveExcess: z.number().optional(),
      priceSteps: z.array(z.object({ code: z.string(), amount: z.number() })),
      /** Whole cents, in the order of journey/price-table.ts. */
      priceTable: z
        .object({
          COMPREHENSIVE: z.array(z.number().int()),
          THIRD_PARTY_FIRE_THEFT: z.array(z.number().int()),
          THIRD_PARTY: z.array(z.number().int()),
        })
        .nullable(),
      validUntil: z.string(),
    }),
  }),
})
