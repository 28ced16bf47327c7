/** Schemas that several endpoints share; field names are those of section 7 of the specification. */
import { z } from 'zod'
import {
  isAddressId,
  isPostcode,
  mapAddressParts,
  maximumLineLength,
  maximumPlaceLength,
} from '#journey/address.ts'
import { isNzDay } from '#journey/dates.ts'
import { isEmail, maximumEmailLength } from '#journey/email-address.ts'
import {
  addressContainsWebAddress,
  containsCardNumber,
  containsWebAddress,
  maximumFreeTextNameLength,
} from '#journey/links-and-card-numbers.ts'
import { mobilePrefixes } from '#journey/mobile.ts'
import { isBlankName, isName, maximumNameLength, normalizeName, titles } from '#journey/people.ts'
import { isPlate, normalizePlate } from '#journey/plate-and-car-value.ts'
import { isPoBox } from '#journey/po-box.ts'
import { referrerIdPattern } from '#journey/referrer-id.ts'

export const text = (maximum = 200) =>
  z
    .string()
    .max(maximum)
    .refine(value => !/\p{Cc}/u.test(value), 'contains a control character')

const noCardNumber = [(value: string) => !containsCardNumber(value), 'contains a card number'] as const

/** The name of a business, an account or a lender, as documents print it: trimmed, single blanks, composed (NFC). */
export const freeTextName = text(4 * maximumFreeTextNameLength)
  .trim()
  .normalize('NFC')
  .overwrite(name => name.replace(/\s+/g, ' '))
  .max(maximumFreeTextNameLength)
  // '' means that there is no name.
  .refine(value => value === '' || !isBlankName(value), 'is blank')
  .refine(value => !containsWebAddress(value), 'contains a web address')
  .refine(...noCardNumber)

/** A line or a part of an address that may be typed by hand. */
const addressText = (maximum?: number) => text(maximum).refine(...noCardNumber)

export const day = z
  .string()
  .max(10)
  .refine(isNzDay, 'is not a day written yyyy-mm-dd')
  .meta({ format: 'date' })
export const plate = text(60).transform(normalizePlate).refine(isPlate, 'is not a number plate')
/** A person's name in its stored form, in which its length is counted. */
export const personNameText = text(4 * maximumNameLength)
  .overwrite(normalizeName)
  .max(maximumNameLength)
export const personName = personNameText
  .refine(name => !isBlankName(name), 'is blank')
  .refine(
    name => isBlankName(name) || isName(name),
    'may contain only letters, spaces, hyphens and apostrophes',
  )
export const email = text(maximumEmailLength).normalize('NFC').refine(isEmail, 'is not an e-mail address')
/** Stored and compared in lower case. */
export const quoteId = z.uuid().toLowerCase()
/** A quote id in a query: other text of up to 60 characters is accepted and finds nothing. */
export const lenientQuoteId = z.string().max(60).toLowerCase()
/** Addition: the partner whose link brought the customer. */
export const referrerId = z.string().regex(referrerIdPattern, 'is not the id of a partner')
/** The number of a quote or policy, up to the length that a partner insurer may use. */
export const insurerQuoteNumber = text(40)
/** A quote number as typed or pasted, perhaps with words around it; the insurer's adapter finds the number in it. */
export const quoteNumberInput = text()
export const yesNo = z.enum(['YES', 'NO'])
/** Dollars with two decimals as a JSON number. */
export const dollars = z.number().min(0).max(100_000_000)
/** A captcha token or the marker AUTHENTICATED_V2; may be missing where captcha is off. */
export const captchaToken = z.string().max(8192).optional()
/** The query of a call. Like a body it is strict; any query may have a captcha token. */
export const queryParams = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject({ captchaRequest: captchaToken, ...shape })

const addressParts = z.strictObject(mapAddressParts(() => addressText().default('')))

export const address = z.strictObject({
  addressId: text(64).refine(isAddressId, 'is not an address id').default(''),
  postcode: text(4).refine(isPostcode, 'is not a postcode of four digits'),
  suburb: addressText(maximumPlaceLength).default(''),
  city: addressText(maximumPlaceLength).default(''),
  signature: text(200).default(''),
  addressInBrokenDownForm: addressParts.prefault({}),
  addressInFreeForm: z.strictObject({
    addressLine1: addressText(maximumLineLength),
    addressLine2: addressText(maximumLineLength).default(''),
  }),
  type: z.enum(['RISK', 'POSTAL']).optional(),
})

/** An address that a search found; its postcode is '' if it is not known. */
export const suggestedAddress = address.extend({ postcode: address.shape.postcode.or(z.literal('')) })

/** An address in a request; server/quotes/address-search.ts checks the suburb. A response may contain any. */
export const postalAddress = address
  .refine(({ addressInFreeForm }) => addressInFreeForm.addressLine1.trim() !== '', {
    path: ['addressInFreeForm', 'addressLine1'],
    message: 'is blank',
  })
  .refine(given => !addressContainsWebAddress(given), {
    path: ['addressInFreeForm'],
    message: 'contains a web address',
  })

/** One address, alone or as the only item of a list: the specification shows both. */
export const addressOrList = z.union([
  postalAddress,
  z
    .array(postalAddress)
    .length(1)
    .transform(list => list[0] as z.output<typeof address>),
])

/** The overnight address, which determines the price: never a PO box or a private bag. */
export const riskAddress = addressOrList.superRefine(({ addressInFreeForm, suburb, city }, context) => {
  const { addressLine1, addressLine2 } = addressInFreeForm
  for (const [path, written] of [
    [['addressInFreeForm', 'addressLine1'], addressLine1],
    [['addressInFreeForm', 'addressLine2'], addressLine2],
    [['suburb'], suburb],
    [['city'], city],
  ] as const)
    if (isPoBox(written)) context.addIssue({ code: 'custom', path: [...path], message: 'is a post box' })
})

export const quoteVersion = z.strictObject({
  lastModifiedDatetime: text(40),
  lastModifiedUserId: text(60),
})

/** The pattern is documentation: server/quotes/people-errors.ts checks the number together with the date of birth. */
export const mobile = text(20).meta({
  description: "The code in front of the other six to eight digits, nothing between them: '0211234567'",
  pattern: `^(${mobilePrefixes.join('|')})\\d{6,8}$`,
})

export const policyholder = z.strictObject({
  title: z.enum(titles),
  firstName: personName,
  lastName: personName,
  dateOfBirth: day,
  email,
  mobile,
  businessName: freeTextName.optional(),
})
