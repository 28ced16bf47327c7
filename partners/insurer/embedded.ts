/** The embedded insurer adapter, which rates with underwriting/, and the interface of its repository. */
import { createHash, randomBytes } from 'node:crypto'
import { insuresCar, quoteValidDays } from '#journey/cover.ts'
import { parseStored, storedInsurerQuote } from '#journey/database-json-schemas.ts'
import { addDays, type NzDay, nzToday } from '#journey/dates.ts'
import { instalmentLoadingCode } from '#journey/price-table.ts'
import { pickIndicators } from '#journey/questions/yes-no-questions.ts'
import { assessRisk } from '#underwriting/assess-risk.ts'
import {
  imposedExcess,
  priceTable,
  type RiskWithoutChoice,
  riskWithChoice,
} from '#underwriting/price-table.ts'
import { newPolicyNumber, newQuoteNumber, parseQuoteNumber } from '#underwriting/quote-and-policy-numbers.ts'
import { rate } from '#underwriting/rate.ts'
import { type Tariff, tariffFor, tariffs } from '#underwriting/tariff.ts'
import { hasNoInsurableModel, modelsFor, valueBandOfKey, vehicleByKey } from '#underwriting/vehicles.ts'
import {
  type BindResult,
  type CompleteQuote,
  type Insurer,
  type InsurerCatalogue,
  type InsurerQuote,
  type InsurerQuoteResult,
  type PolicyToBind,
  type RiskToQuote,
  riskToQuote,
} from './port.ts'

/** The fields of a quote that are read before it is amended or bound. */
interface QuoteState {
  readonly tariff: string
  readonly modified_at: string
  readonly valid_until: NzDay
  /** True once the quote is a policy. */
  readonly sold: boolean
}

interface QuoteJson {
  /** A RiskToQuote. */
  readonly risk: unknown
  /** A quote without its price table, which is half of its size and can be computed from risk and tariff. */
  readonly answer: unknown
}

interface QuoteChange extends QuoteJson {
  readonly modified_at: string
  readonly modified_by: string
}

interface NewPolicy {
  readonly policy_number: string
  readonly idempotency_key: string
  readonly quote_number: string
  readonly request_hash: string
  readonly issued_at: Date
}

/** db/repositories/embedded-insurer.ts implements it with tables, the sandbox with records in a file. */
export interface EmbeddedInsurerRepository {
  /** Undefined if the quote is unknown or was deleted by retention, which also deletes its state. */
  findQuote(quoteNumber: string): Promise<(QuoteJson & { readonly tariff: string }) | undefined>
  findQuoteState(quoteNumber: string): Promise<QuoteState | undefined>
  /** False if its number is in use. */
  addQuote(row: QuoteChange & { quote_number: string; tariff: string; created_at: Date }): Promise<boolean>
  /** False if the quote was sold, or its modified_at is not the expected one. */
  changeQuote(quoteNumber: string, expectedModifiedAt: string, change: QuoteChange): Promise<boolean>
  /**
   * Sells the quote if its modified_at is the expected one, in one transaction. Returns the policy of this key or quote,
   * which may have existed before.
   */
  issue(
    policy: NewPolicy,
    expectedModifiedAt: string,
  ): Promise<Omit<NewPolicy, 'issued_at'> | 'quote-changed' | 'number-taken'>
  findPolicyByKey(idempotencyKey: string): Promise<{ policy_number: string } | undefined>
}

/** Throws StoredJsonError. */
const parseQuoteRow = (quoteNumber: string, { risk, answer }: QuoteJson) => ({
  risk: parseStored(riskToQuote, risk, `insurer.quote.risk of ${quoteNumber}`),
  quote: parseStored(storedInsurerQuote, answer, `insurer.quote.answer of ${quoteNumber}`),
})

/** Later than the previous modified_at, even if both changes are in the same millisecond. */
function versionAfter(before: string | null, now: Date): InsurerQuote['history'] {
  const instant = now.toISOString()
  const isLater = before === null || instant > before
  const lastModifiedDatetime = isLater ? instant : new Date(Date.parse(before) + 1).toISOString()
  return { lastModifiedDatetime, lastModifiedUserId: 'OPENROAD-WEB' }
}

/** A quote keeps its first tariff until it expires. */
const tariffOf = (version: string, day: NzDay, allTariffs: typeof tariffs): Tariff =>
  allTariffs.find(one => one.version === version) ?? tariffFor(day, allTariffs)

/** Why a quote cannot be amended; null if it can. */
function closedOutcome({ sold, valid_until }: QuoteState, today: NzDay): 'converted' | 'expired' | null {
  if (sold) return 'converted'
  return valid_until < today ? 'expired' : null
}

/** The day a quote was made. Amends are rated as of that day, so a birthday does not change the price. */
const quotedOn = (validUntil: NzDay): NzDay => addDays(validUntil, -quoteValidDays)

/** A bind is accepted for this many days after the quote's last day: a payment may be confirmed late. */
const lateBindDays = 7

function changeOf(risk: RiskToQuote, { priceTable: _, ...answer }: CompleteQuote): QuoteChange {
  const { lastModifiedDatetime, lastModifiedUserId } = answer.history
  return { risk, answer, modified_at: lastModifiedDatetime, modified_by: lastModifiedUserId }
}

/** Draws random numbers until one is free. With a million policies, one draw in a hundred is in use. */
async function withFreeNumber<T>(draw: () => Promise<T | 'number-taken'>): Promise<T> {
  for (let drawn = 0; drawn < 20; drawn += 1) {
    const made = await draw()
    if (made !== 'number-taken') return made
  }
  throw new Error('no number is free')
}

/** @param allTariffs the tariffs on file, oldest first */
export function embeddedInsurer(
  repository: EmbeddedInsurerRepository,
  now: () => Date,
  allTariffs = tariffs,
): Insurer {
  async function stored(quoteNumber: string): Promise<CompleteQuote | null> {
    const row = await repository.findQuote(quoteNumber)
    if (!row) return null
    const { risk, quote } = parseQuoteRow(quoteNumber, row)
    const ratedOn = quotedOn(quote.validUntil)
    const open = toUnderwritingRisk(risk, ratedOn)
    return open ? { ...quote, priceTable: priceTable(open, tariffOf(row.tariff, ratedOn, allTariffs)) } : null
  }

  /** A concurrent amend or bind came first. The result is the same as if it had happened before this call. */
  async function resultOfConcurrentChange(quoteNumber: string): Promise<InsurerQuoteResult> {
    const state = await repository.findQuoteState(quoteNumber)
    return state?.sold ? { outcome: 'converted' } : stale(quoteNumber)
  }

  async function stale(quoteNumber: string): Promise<InsurerQuoteResult> {
    const newest = await stored(quoteNumber)
    return newest ? { outcome: 'stale', quote: newest } : { outcome: 'not-found' }
  }

  return {
    readQuoteNumber: parseQuoteNumber,

    async quote(risk) {
      const today = nzToday(now())
      const tariff = tariffFor(today, allTariffs)
      const priced = priceOrRefuse(risk, tariff, today, today)
      if ('outcome' in priced) return priced
      const history = versionAfter(null, now())
      const validUntil = addDays(today, quoteValidDays)
      return withFreeNumber(async () => {
        const quoteNumber = newQuoteNumber(randomBytes)
        const quote: CompleteQuote = { ...priced, quoteNumber, validUntil, history }
        const isAdded = await repository.addQuote({
          ...changeOf(risk, quote),
          quote_number: quoteNumber,
          tariff: tariff.version,
          created_at: now(),
        })
        return isAdded ? { outcome: 'quoted', quote } : 'number-taken'
      })
    },

    async amend(quoteNumber, risk, known) {
      const today = nzToday(now())
      const found = await repository.findQuoteState(quoteNumber)
      if (!found) return { outcome: 'not-found' }
      const closed = closedOutcome(found, today)
      if (closed) return { outcome: closed }
      if (known && known.lastModifiedDatetime !== found.modified_at) return stale(quoteNumber)
      const tariff = tariffOf(found.tariff, today, allTariffs)
      const priced = priceOrRefuse(risk, tariff, quotedOn(found.valid_until), today)
      if ('outcome' in priced) return priced
      const history = versionAfter(found.modified_at, now())
      const quote: CompleteQuote = { ...priced, quoteNumber, validUntil: found.valid_until, history }
      const isChanged = await repository.changeQuote(quoteNumber, found.modified_at, changeOf(risk, quote))
      return isChanged ? { outcome: 'quoted', quote } : resultOfConcurrentChange(quoteNumber)
    },

    async retrieve(quoteNumber) {
      const quote = await stored(quoteNumber)
      return quote ? { outcome: 'quoted', quote } : { outcome: 'not-found' }
    },

    async bind(policy) {
      const found = await repository.findQuoteState(policy.quoteNumber)
      if (!found) return { outcome: 'rejected', reason: 'QUOTE_UNKNOWN' }
      const known = await repository.findPolicyByKey(policy.idempotencyKey)
      if (!known && addDays(found.valid_until, lateBindDays) < nzToday(now()))
        return { outcome: 'rejected', reason: 'QUOTE_EXPIRED' }
      const wanted = {
        idempotency_key: policy.idempotencyKey,
        quote_number: policy.quoteNumber,
        request_hash: hashOf(policy),
      }
      const issued = await withFreeNumber(() =>
        repository.issue(
          { ...wanted, policy_number: newPolicyNumber(randomBytes), issued_at: now() },
          policy.history.lastModifiedDatetime,
        ),
      )
      return bindResultOf(wanted, issued)
    },

    safeResendAfterMs: 0,

    async lookupBind({ idempotencyKey }) {
      const policy = await repository.findPolicyByKey(idempotencyKey)
      return policy ? { outcome: 'issued', policyNumber: policy.policy_number } : null
    },
  }
}

function bindResultOf(
  wanted: Pick<NewPolicy, 'idempotency_key' | 'request_hash'>,
  issued: Omit<NewPolicy, 'issued_at'> | 'quote-changed',
): BindResult {
  if (issued === 'quote-changed') return { outcome: 'rejected', reason: 'QUOTE_CHANGED' }
  if (issued.idempotency_key !== wanted.idempotency_key)
    return { outcome: 'rejected', reason: 'QUOTE_CONVERTED' }
  if (issued.request_hash !== wanted.request_hash) return { outcome: 'pending', reason: 'KEY_REUSED' }
  return { outcome: 'issued', policyNumber: issued.policy_number }
}

/** Without the account number: the hash is stored for years, and few enough accounts exist to guess it. */
function hashOf({ payment, ...policy }: PolicyToBind): string {
  const { method, debitDay } = payment
  return createHash('sha256')
    .update(JSON.stringify({ ...policy, payment: { method, debitDay } }))
    .digest('hex')
}

export const embeddedCatalogue: InsurerCatalogue = {
  async models(car, transmission) {
    if (hasNoInsurableModel(car)) return { outcome: 'not-insurable' }
    return { outcome: 'found', models: modelsFor(car, transmission) }
  },
  async valueBand(vehicleKey) {
    const band = valueBandOfKey(vehicleKey)
    return band ? { outcome: 'found', band } : { outcome: 'unknown-key' }
  },
}

/** Converts a risk for underwriting; null if the car is unknown. */
function toUnderwritingRisk(risk: RiskToQuote, ratedOn: NzDay): RiskWithoutChoice | null {
  const vehicle = vehicleByKey(risk.vehicleKey)
  if (!vehicle) return null
  return {
    ...pickIndicators(risk),
    vehicle,
    valueDollars: risk.carValueDollars,
    postcode: risk.riskAddress.postcode,
    locality: risk.riskAddress.suburb,
    city: risk.riskAddress.city,
    drivers: risk.drivers,
    businessApplicant: false,
    inceptionDay: risk.choice.startDate,
    ratedOn,
  }
}

/** A quote without the fields that the repository assigns. */
type Priced = Omit<CompleteQuote, 'quoteNumber' | 'history' | 'validUntil'>

type Refusal = Extract<InsurerQuoteResult, { readonly outcome: 'declined' | 'referred' }>

/**
 * The price of a risk, or why it is declined or referred.
 * @param ratedOn the day the quote was made, for the price; `today` is for the decision
 */
function priceOrRefuse(risk: RiskToQuote, tariff: Tariff, ratedOn: NzDay, today: NzDay): Priced | Refusal {
  const open = toUnderwritingRisk(risk, ratedOn)
  if (!open) return { outcome: 'declined', why: 'VEHICLE_NOT_INSURABLE' }
  const { choice } = risk
  const verdict = assessRisk({ ...risk, cover: choice.cover, valueDollars: risk.carValueDollars, today })
  if (verdict.decision === 'decline') return { outcome: 'declined', why: verdict.why }
  if (verdict.decision === 'refer') return { outcome: 'referred', why: verdict.why }
  const rating = rate(riskWithChoice(open, choice, tariff), tariff)
  return {
    annualCents: rating.annualCents,
    instalmentCents: rating.instalmentCents[choice.frequency],
    imposedExcessDollars: imposedExcess(open, tariff),
    choice,
    carValueDollars: insuresCar(choice.cover) ? risk.carValueDollars : 0,
    steps: [
      ...rating.steps,
      { code: instalmentLoadingCode, amountCents: rating.instalmentLoadingCents[choice.frequency] },
    ],
    priceTable: priceTable(open, tariff),
  }
}
