/** Request and response schemas of the calls of step 1 (car), and of the address search, which step 4 uses too. */
import { z } from 'zod'
import { transmissions } from '#journey/plate-and-car-value.ts'
import {
  captchaToken,
  dollars,
  personNameText,
  plate,
  queryParams,
  referrerId,
  suggestedAddress,
  text,
} from './common.ts'

const addressSearch = {
  body: z.strictObject({
    addressInFreeForm: z.strictObject({ addressLine1: text(), addressLine2: text().default('') }),
    postcode: text(4).default(''),
    suburb: text(100).default(''),
    recaptchaResponse: captchaToken,
  }),
  reply: z.object({
    data: z.object({
      attributes: z.object({
        status: z.enum(['SUGGESTED', 'NOT_FOUND']),
        suggestedAddresses: z.array(suggestedAddress),
      }),
    }),
  }),
}

export const carAndAddressCallSchemas = {
  vehicleDetails: {
    params: z.object({ regNumber: plate }),
    query: queryParams({}),
    reply: z.object({ regNumber: z.string() }),
  },
  registration: {
    body: z.strictObject({
      registrationNumber: plate,
      /**
       * Personal details that break the rules of steps 2 and 4 are dropped, and the customer is asked for them. Text that is
       * longer than the limits here (a name: 50 letters), or contains a control character, refuses the registration: 400.
       */
      email: text(100).optional(),
      mobilePhone: text(60).optional(),
      firstName: personNameText.optional(),
      lastName: personNameText.optional(),
      source: text(40).trim().optional(),
      partnerId: referrerId.optional(),
      recaptchaResponse: captchaToken,
    }),
    reply: z.object({ source: z.string(), url: z.string() }),
  },
  vehicleLookup: {
    body: z.strictObject({
      registrationOrVin: plate.meta({
        description: 'A plate. A VIN is refused: the register is asked by plate.',
      }),
      transmission: z.enum(transmissions),
      recaptchaResponse: captchaToken,
    }),
    reply: z.object({
      results: z.array(z.object({ vehicleKey: z.string(), vehicleDescription: z.string() })),
    }),
  },
  sumInsured: {
    body: z.strictObject({ vehicleKey: text(120), recaptchaResponse: captchaToken }),
    reply: z.object({ minSumInsured: dollars, maxSumInsured: dollars }),
  },
  addressSuggest: {
    query: queryParams({ q: z.string().max(120) }),
    reply: z.object({ lines: z.array(z.object({ addressId: z.string(), text: z.string() })) }),
  },
  addressRisk: addressSearch,
  addressPostal: addressSearch,
}
