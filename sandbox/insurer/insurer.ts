/**
 * The sandbox insurer as a Fastify plugin: a partner insurer's HTTP API (section 7 and decision 0005) that really rates,
 * refers, declines and issues. It stores quotes and their policies in a file.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { z } from 'zod'
import { excessDollars } from '#journey/cover.ts'
import { toCompensations } from '#journey/cover-compensations.ts'
import { nzToday } from '#journey/dates.ts'
import { centsToWire } from '#journey/money.ts'
import { transmissions } from '#journey/plate-and-car-value.ts'
import {
  type EmbeddedInsurerRepository,
  embeddedCatalogue,
  embeddedInsurer,
} from '#partners/insurer/embedded.ts'
import type { IdempotencyMode, InsurerQuote, InsurerQuoteResult } from '#partners/insurer/port.ts'
import {
  amendRequest,
  bindRequest,
  decodeBindRequest,
  decodeQuoteRequest,
  quoteRequest,
  retrieveRequest,
} from '#partners/insurer/wire.ts'
import { openRecordStore } from '#sandbox/record-store.ts'

const soldPolicy = z.object({
  policy_number: z.string(),
  idempotency_key: z.string(),
  quote_number: z.string(),
  request_hash: z.string(),
  issued_at: z.coerce.date(),
})
export type SoldPolicy = z.output<typeof soldPolicy>

const storedQuote = z.object({
  /** The quote number. */
  id: z.string(),
  tariff: z.string(),
  risk: z.unknown(),
  answer: z.looseObject({ validUntil: z.string() }),
  modified_at: z.string(),
  policies: z.array(soldPolicy),
})

type SandboxInsurerStore = EmbeddedInsurerRepository & {
  policyOf(quoteNumber: string): SoldPolicy | undefined
  soldPolicies(): SoldPolicy[]
}

/** With `keys` it issues one policy per key and quote, otherwise one per bind, as a careless system does. */
export function openInsurerStore(dir: string, idempotency: IdempotencyMode): SandboxInsurerStore {
  const quotes = openRecordStore(dir, 'insurer-quotes', storedQuote)
  const soldPolicies = () => quotes.all().flatMap(({ policies }) => policies)
  const findByKey = (key: string) => soldPolicies().find(policy => policy.idempotency_key === key)
  const policyOf = (quoteNumber: string) => quotes.find(quoteNumber)?.policies[0]

  return {
    findQuote: async quoteNumber => quotes.find(quoteNumber),

    async findQuoteState(quoteNumber) {
      const quote = quotes.find(quoteNumber)
      return quote && { ...quote, valid_until: quote.answer.validUntil, sold: quote.policies.length > 0 }
    },

    async addQuote(row) {
      if (quotes.find(row.quote_number)) return false
      quotes.save(storedQuote.parse({ ...row, id: row.quote_number, policies: [] }))
      return true
    },

    async changeQuote(quoteNumber, expectedModifiedAt, change) {
      const quote = quotes.find(quoteNumber)
      if (quote?.modified_at !== expectedModifiedAt || quote.policies.length > 0) return false
      quotes.save(storedQuote.parse({ ...quote, ...change }))
      return true
    },

    async issue(policy, expectedModifiedAt) {
      const quote = quotes.find(policy.quote_number)
      const first = findByKey(policy.idempotency_key) ?? policyOf(policy.quote_number)
      if (first && idempotency === 'keys') return first
      if (!quote || (!first && quote.modified_at !== expectedModifiedAt)) return 'quote-changed'
      if (soldPolicies().some(({ policy_number }) => policy_number === policy.policy_number))
        return 'number-taken'
      quotes.save({ ...quote, policies: [...quote.policies, policy] })
      return policy
    },

    findPolicyByKey: async key => findByKey(key),
    policyOf,
    soldPolicies,
  }
}

export interface InsurerSandboxOptions {
  readonly store: SandboxInsurerStore
  readonly key: string
  readonly idempotency: IdempotencyMode
  readonly now: () => Date
}

const prefix = '/api/insurer'
const car = z.object({
  make: z.string().max(80),
  model: z.string().max(80),
  submodel: z.string().max(80),
  year: z.number().int(),
  transmission: z.enum(transmissions),
})
const keyed = z.object({ vehicleKey: z.string().max(120) })
const referenceQuery = z.object({ reference: z.string().min(1).max(100) })

/** The car value in a stored risk. */
const valued = z.object({ carValueDollars: z.number() })

export const insurerSandbox: FastifyPluginAsync<InsurerSandboxOptions> = async (app, options) => {
  const { store, idempotency, now } = options
  const insurer = embeddedInsurer(store, now)

  function bodyOf(quote: InsurerQuote) {
    const policy = store.policyOf(quote.quoteNumber)
    if (policy) return quoteBody(quote, 'CONVERTED', policy.policy_number)
    const isOver = quote.validUntil !== null && quote.validUntil < nzToday(now())
    return quoteBody(quote, isOver ? 'EXPIRED' : 'QUOTED', null)
  }

  function answer(reply: FastifyReply, result: InsurerQuoteResult) {
    switch (result.outcome) {
      case 'quoted':
        return reply.send(bodyOf(result.quote))
      case 'referred':
        return reply.code(204).send()
      case 'declined':
        return refuse(reply, 422, 'NOT_INSURABLE', result.why)
      case 'stale': {
        const refusal = refusalBody('QUOTE_CHANGED', 'policyHistory is not the newest')
        return reply.code(409).send({ ...refusal, ...bodyOf(result.quote) })
      }
      case 'converted':
        return refuse(reply, 409, 'QUOTE_CONVERTED', 'it is a policy')
      case 'expired':
        return refuse(reply, 409, 'QUOTE_EXPIRED', 'its days are over')
      case 'not-found':
        return refuse(reply, 404, 'QUOTE_UNKNOWN', 'no such quote')
      case 'failed':
        return refuse(reply, 500, 'INTERNAL', result.reason)
    }
  }

  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${options.key}`)
      await refuse(reply, 401, 'UNAUTHORISED', 'a key is needed')
  })

  app.setErrorHandler((error, _, reply) => {
    if (!(error instanceof z.ZodError)) throw error
    return refuse(reply, 400, 'MALFORMED', error.issues.map(issue => issue.path.join('.')).join(', '))
  })

  app.post(`${prefix}/vehiclelookup`, async ({ body }, reply) => {
    const { transmission, ...named } = car.parse(body)
    const known = await embeddedCatalogue.models(named, transmission)
    if (known.outcome !== 'found') return refuse(reply, 422, 'NOT_INSURABLE', 'no cover for this car')
    return {
      results: known.models.map(({ vehicleKey, description: vehicleDescription }) => ({
        vehicleKey,
        vehicleDescription,
      })),
    }
  })

  app.post(`${prefix}/vehicle/suminsured`, async ({ body }, reply) => {
    const known = await embeddedCatalogue.valueBand(keyed.parse(body).vehicleKey)
    if (known.outcome !== 'found') return refuse(reply, 404, 'VEHICLE_UNKNOWN', 'no such vehicle')
    return { minSumInsured: known.band.minimumDollars, maxSumInsured: known.band.maximumDollars }
  })

  app.post(`${prefix}/quote/create`, async ({ body }, reply) =>
    answer(reply, await insurer.quote(decodeQuoteRequest(quoteRequest.parse(body)))),
  )

  app.post(`${prefix}/quote/amend`, async ({ body }, reply) => {
    const wanted = amendRequest.parse(body)
    const { quoteNumber, policyHistory = null } = wanted.attributes
    const risk = decodeQuoteRequest(wanted)
    // Third party requests contain no car value (section 7), so the stored value prices the other covers.
    const stored = valued.safeParse((await store.findQuote(quoteNumber))?.risk).data
    const valuedRisk = risk.carValueDollars > 0 ? risk : { ...risk, ...stored }
    return answer(reply, await insurer.amend(quoteNumber, valuedRisk, policyHistory))
  })

  app.post(`${prefix}/quote/retrieve`, async ({ body }, reply) =>
    answer(reply, await insurer.retrieve(retrieveRequest.parse(body).quoteNumber)),
  )

  app.post(`${prefix}/quote/bind`, async ({ body, headers }, reply) => {
    const wanted = bindRequest.parse(body)
    const sentKey = { keys: headers['idempotency-key'], lookup: wanted.clientReference, none: undefined }
    const bound = await insurer.bind(decodeBindRequest(wanted, String(sentKey[idempotency] ?? randomUUID())))
    if (bound.outcome === 'issued') return { policyNumber: bound.policyNumber }
    return refuse(reply, bound.reason === 'QUOTE_UNKNOWN' ? 404 : 409, bound.reason, 'no policy was made')
  })

  if (idempotency !== 'none')
    app.get(`${prefix}/policy/retrieve`, async ({ query }, reply) => {
      const policy = await store.findPolicyByKey(referenceQuery.parse(query).reference)
      if (!policy) return refuse(reply, 404, 'POLICY_UNKNOWN', 'no policy of this reference')
      return { policyNumber: policy.policy_number }
    })
}

type QuoteStatus = 'QUOTED' | 'EXPIRED' | 'CONVERTED'

/** @param policyNumber null if the quote is not a policy */
function quoteBody(quote: InsurerQuote, status: QuoteStatus, policyNumber: string | null) {
  const { choice } = quote
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
              // The excess of the chosen cover: 500 for third party covers.
              imposedExcess: excessDollars(choice.cover, quote.imposedExcessDollars, 0),
              voluntaryExcess: choice.voluntaryExcess,
              compensations: toCompensations(choice, quote.carValueDollars),
            },
          ],
        },
        policyDetails: {
          quoteNum: quote.quoteNumber,
          status,
          ...(policyNumber !== null && { policyNumber }),
          billingInfo: { frequency: choice.frequency },
        },
        policyHistory: quote.history,
        policyInceptionDate: choice.startDate,
        validUntil: quote.validUntil,
        priceSteps: quote.steps.map(({ code, amountCents }) => ({ code, amount: centsToWire(amountCents) })),
        priceTable: quote.priceTable,
      },
    },
  }
}

const refusalBody = (code: string, detail: string) => ({ errors: [{ code, detail }] })

const refuse = (reply: FastifyReply, status: number, code: string, detail: string) =>
  reply.code(status).send(refusalBody(code, detail))
