/**
 * Endpoints of step 1 (plate, prospect, models and address) and the address search, which step 4 uses for
 * the postal address too.
 */
import { z } from 'zod'
import { transmissions } from '#journey/transmission.ts'
import { defineEndpoints } from './endpoint.ts'
import { captchaToken, dollars, foundAddress, partnerId, plate, queryParams, text } from './schemas/common.ts'

const addressSearch = z.strictObject({
  addressInFreeForm: z.strictObject({ addressLine1: text(), addressLine2: text().default('') }),
  postcode: text(4).default(''),
  suburb: text(100).default(''),
  recaptchaResponse: captchaToken,
})

const addressesFound = z.object({
  data: z.object({
    attributes: z.object({
      status: z.enum(['SUGGESTED', 'NOT_FOUND']),
      suggestedAddresses: z.array(foundAddress),
    }),
  }),
})

export const carEndpoints = defineEndpoints({
  vehicleDetails: {
    method: 'GET',
    path: '/campaign/policy-renewal/secure/vehicleDetails/:regNumber',
    access: 'open',
    captcha: 'plate',
    params: z.object({ regNumber: plate }),
    query: queryParams({}),
    reply: z.object({ regNumber: z.string() }),
    problems: ['INVALID_PLATE', 'PARTNER_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  },
  registration: {
    method: 'POST',
    path: '/vero/prospect/registration',
    access: 'passThrough',
    captcha: 'registration',
    body: z.strictObject({
      registrationNumber: plate,
      /** Of the person what does not follow the rules of steps 2 and 4 is not kept: the customer is asked for it. */
      email: text(100).optional(),
      mobilePhone: text(20).optional(),
      firstName: text(50).optional(),
      lastName: text(50).optional(),
      source: text(40).optional(),
      partnerId: partnerId.optional(),
      recaptchaResponse: captchaToken,
    }),
    opensSession: true,
    reply: z.object({ source: z.string(), url: z.string() }),
    problems: ['TOO_MANY_REQUESTS'],
  },
  vehicleLookup: {
    method: 'POST',
    path: '/vero/vehiclelookup',
    access: 'bearer',
    captcha: 'vehicle',
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
    problems: ['NOT_INSURABLE', 'PARTNER_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  },
  sumInsured: {
    method: 'POST',
    path: '/vero/vehicle/suminsured',
    access: 'bearer',
    captcha: 'vehicle',
    body: z.strictObject({ vehicleKey: text(120), recaptchaResponse: captchaToken }),
    reply: z.object({ minSumInsured: dollars, maxSumInsured: dollars }),
    problems: ['NOT_FOUND', 'PARTNER_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  },
  addressSuggest: {
    method: 'GET',
    path: '/vero/address/suggest',
    access: 'bearer',
    captcha: null,
    query: queryParams({ q: z.string().max(120) }),
    reply: z.object({ lines: z.array(z.object({ addressId: z.string(), text: z.string() })) }),
    problems: ['TOO_MANY_REQUESTS'],
  },
  addressRisk: {
    method: 'POST',
    path: '/vero/address/risk',
    access: 'bearer',
    captcha: 'address',
    body: addressSearch,
    reply: addressesFound,
    problems: ['PARTNER_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  },
  addressPostal: {
    method: 'POST',
    path: '/vero/address/postal',
    access: 'bearer',
    captcha: 'address',
    body: addressSearch,
    reply: addressesFound,
    problems: ['PARTNER_UNAVAILABLE', 'TOO_MANY_REQUESTS'],
  },
})
