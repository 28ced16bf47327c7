/**
 * The sandbox insurer as a Fastify plugin: a partner insurer's HTTP API (section 7 and decision 0005) that really rates,
 * refers, declines and issues. Its operator page lists the policies.
 */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import { z } from 'zod'
import { transmissions } from '#journey/car.ts'
import { excessDollars } from '#journey/cover.ts'
import { nzToday } from '#journey/dates.ts'
import { centsToWire } from '#journey/money.ts'
import { embeddedCatalogue, embeddedInsurer } from '#partners/insurer/embedded.ts'
import type {
  IdempotencyMode,
  InsurerQuote,
  InsurerQuoteResult,
  RiskToQuote,
} from '#partners/insurer/port.ts'
import { html, type Markup, sendPage } from '#sandbox/html.ts'
import { amendRequest, bindRequest, policyToBind, quoteRequest, retrieveRequest, riskOf } from './requests.ts'
import { openInsurerStore, type SandboxInsurerStore, type SoldPolicy } from './store.ts'

const styles = `
p { margin: 0 0 16px; color: var(--muted); }
.scroll { overflow-x: auto; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 12px 16px; white-space: nowrap; }
tbody tr { border-top: 1px solid var(--line); }
.twice { color: var(--error); font-weight: 700; }
`

const timeText = new Intl.DateTimeFormat('en-NZ', {
  timeZone: 'Pacific/Auckland',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

const says: Readonly<Record<IdempotencyMode, string>> = {
  keys: 'It makes one policy a key, however often it is sent, and finds it by that key.',
  lookup: 'It makes a policy of every bind it is sent, and finds one by the seller’s reference.',
  none: 'It makes a policy of every bind it is sent; only the quote shows that it became one.',
}

const rowMarkup = (policy: SoldPolicy, ofQuote: number): Markup =>
  html`<tr><td>${policy.policy_number}<br>${
    ofQuote > 1 ? html`<strong class="twice">quote sold ${ofQuote} times</strong>` : 'quote sold once'
  }</td><td>${policy.quote_number}</td><td><time datetime="${policy.issued_at.toISOString()}">${timeText.format(policy.issued_at)}</time></td></tr>`

function listMarkup(sold: readonly SoldPolicy[]): Markup {
  if (sold.length === 0) return html`<p>No policy has been sold yet.</p>`
  const times = Map.groupBy(sold, policy => policy.quote_number)
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Policies"><table>
<thead><tr><th scope="col">Policy</th><th scope="col">Quote</th><th scope="col">Issued</th></tr></thead>
<tbody>${sold.map(policy => rowMarkup(policy, times.get(policy.quote_number)?.length ?? 1))}</tbody></table></div>`
}

const operatorPage: FastifyPluginAsync<{
  store: SandboxInsurerStore
  idempotency: IdempotencyMode
}> = async (app, { store, idempotency }) => {
  app.get('/sandbox/insurer', async (_, reply) =>
    sendPage(reply, {
      title: 'Sandbox insurer',
      styles,
      body: html`<main><h1>Sandbox insurer</h1>
<p>Every policy it has issued, the newest at the top. ${says[idempotency]}</p>
${listMarkup(await store.sold())}</main>`,
    }),
  )
}

export interface SandboxInsurerOptions {
  readonly dir: string
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

const hash = (text: string) => createHash('sha256').update(text).digest()

export const sandboxInsurer: FastifyPluginAsync<SandboxInsurerOptions> = async (app, options) => {
  const { idempotency } = options
  const store = await openInsurerStore(options.dir, idempotency)
  // In its own scope, because people open it without a key.
  await app.register(operatorPage, { store, idempotency })
  await app.register(api => insurerApi(api, store, options))
}

async function insurerApi(app: FastifyInstance, store: SandboxInsurerStore, options: SandboxInsurerOptions) {
  const { idempotency, now } = options
  const insurer = embeddedInsurer(store, now)
  const expected = hash(`Bearer ${options.key}`)

  const refuse = (reply: FastifyReply, status: number, code: string, detail: string) =>
    reply.code(status).send(refusalBody(code, detail))
  const malformed = (reply: FastifyReply, error: z.ZodError) =>
    refuse(reply, 400, 'MALFORMED', error.issues.map(issue => issue.path.join('.')).join(', '))

  /** Third party requests contain no car value (section 7), so the stored value prices the other covers. */
  async function withStoredCarValue(risk: RiskToQuote, quoteNumber: string): Promise<RiskToQuote> {
    if (risk.carValueDollars > 0) return risk
    const before = valued.safeParse((await store.findQuote(quoteNumber))?.risk)
    return before.success ? { ...risk, ...before.data } : risk
  }

  async function bodyOf(quote: InsurerQuote) {
    const policy = await store.policyOf(quote.quoteNumber)
    if (policy) return quoteBody(quote, 'CONVERTED', policy.policy_number)
    const isOver = quote.validUntil !== null && quote.validUntil < nzToday(now())
    return quoteBody(quote, isOver ? 'EXPIRED' : 'QUOTED', null)
  }

  async function answer(reply: FastifyReply, result: InsurerQuoteResult) {
    switch (result.outcome) {
      case 'quoted':
        return reply.send(await bodyOf(result.quote))
      case 'referred':
        return reply.code(204).send()
      case 'declined':
        return refuse(reply, 422, 'NOT_INSURABLE', result.why)
      case 'stale':
        return reply.code(409).send({
          ...refusalBody('QUOTE_CHANGED', 'policyHistory is not the newest'),
          ...(await bodyOf(result.quote)),
        })
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
    if (!timingSafeEqual(hash(request.headers.authorization ?? ''), expected))
      await refuse(reply, 401, 'UNAUTHORISED', 'a key is needed')
  })

  app.post(`${prefix}/vehiclelookup`, async (request, reply) => {
    const parsed = car.safeParse(request.body)
    if (!parsed.success) return malformed(reply, parsed.error)
    const known = await embeddedCatalogue.models(parsed.data, parsed.data.transmission)
    if (known.outcome !== 'found') return refuse(reply, 422, 'NOT_INSURABLE', 'no cover for this car')
    return {
      results: known.models.map(({ vehicleKey, description }) => ({
        vehicleKey,
        vehicleDescription: description,
      })),
    }
  })

  app.post(`${prefix}/vehicle/suminsured`, async (request, reply) => {
    const parsed = keyed.safeParse(request.body)
    if (!parsed.success) return malformed(reply, parsed.error)
    const known = await embeddedCatalogue.valueBand(parsed.data.vehicleKey)
    if (known.outcome !== 'found') return refuse(reply, 404, 'VEHICLE_UNKNOWN', 'no such vehicle')
    return { minSumInsured: known.band.minimumDollars, maxSumInsured: known.band.maximumDollars }
  })

  app.post(`${prefix}/quote/create`, async (request, reply) => {
    const parsed = quoteRequest.safeParse(request.body)
    if (!parsed.success) return malformed(reply, parsed.error)
    return answer(reply, await insurer.quote(riskOf(parsed.data)))
  })

  app.post(`${prefix}/quote/amend`, async (request, reply) => {
    const parsed = amendRequest.safeParse(request.body)
    if (!parsed.success) return malformed(reply, parsed.error)
    const { quoteNumber, policyHistory } = parsed.data.attributes
    const risk = riskOf(parsed.data)
    return answer(
      reply,
      await insurer.amend(quoteNumber, await withStoredCarValue(risk, quoteNumber), policyHistory ?? null),
    )
  })

  app.post(`${prefix}/quote/retrieve`, async (request, reply) => {
    const parsed = retrieveRequest.safeParse(request.body)
    if (!parsed.success) return malformed(reply, parsed.error)
    return answer(reply, await insurer.retrieve(parsed.data.quoteNumber))
  })

  app.post(`${prefix}/quote/bind`, async (request, reply) => {
    const parsed = bindRequest.safeParse(request.body)
    if (!parsed.success) return malformed(reply, parsed.error)
    const header = request.headers['idempotency-key']
    const sentKey = { keys: header, lookup: parsed.data.clientReference, none: undefined }[idempotency]
    const key = typeof sentKey === 'string' ? sentKey : randomUUID()
    const bound = await insurer.bind(policyToBind(parsed.data, key))
    if (bound.outcome === 'issued') return { policyNumber: bound.policyNumber }
    return refuse(reply, bound.reason === 'QUOTE_UNKNOWN' ? 404 : 409, bound.reason, 'no policy was made')
  })

  if (idempotency !== 'none')
    app.get(`${prefix}/policy/retrieve`, async (request, reply) => {
      const parsed = referenceQuery.safeParse(request.query)
      if (!parsed.success) return malformed(reply, parsed.error)
      const policy = await store.findPolicyByKey(parsed.data.reference)
      if (!policy) return refuse(reply, 404, 'POLICY_UNKNOWN', 'no policy of this reference')
      return { policyNumber: policy.policy_number }
    })
}

type QuoteStatus = 'QUOTED' | 'EXPIRED' | 'CONVERTED'

const option = (compensationSubType: string, applied: boolean) => ({
  compensationSubType,
  appliedIndicator: applied,
  code: applied ? 'TAKEN' : 'NOT_TAKEN',
})

/** @param policyNumber null if the quote is not a policy */
function quoteBody(quote: InsurerQuote, status: QuoteStatus, policyNumber: string | null) {
  const { choice } = quote
  const isComprehensive = choice.cover === 'COMPREHENSIVE'
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
              compensations: [
                {
                  compensationSubType: isComprehensive ? 'AgreedValue' : 'MarketValue',
                  sumInsured: quote.carValueDollars,
                },
                option('WindscreenExcessWaiver', choice.excessFreeWindow),
                option('HireCar', choice.hireCar),
                option('RoadsideAssist', choice.roadsideAssistance),
              ],
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
