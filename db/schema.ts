/** Table types for Kysely. The SQL in db/migrations defines the same tables, with constraints and what each column means. */
import type { ColumnType, JSONColumnType, Kysely } from 'kysely'
import type { AccessLevel } from '#journey/access-level.ts'
import type { Address } from '#journey/address.ts'
import type { CoverChoice } from '#journey/cover.ts'
import type { NzDay } from '#journey/dates.ts'
import type { Driver } from '#journey/people.ts'
import type { PolicyRecord } from '#journey/policy-record.ts'
import type { BindAttemptState, PaymentState, QuoteStatus } from '#journey/purchase-states.ts'
import type { QuoteCar } from '#journey/questions/car.ts'
import type { QuotePolicyholders } from '#journey/questions/policyholder.ts'
import type { Indicators } from '#journey/questions/yes-no-questions.ts'
import type { SalesEvent } from '#journey/sales-events.ts'
import type { AuditDetails, InsurerQuoteColumn, QuoteApplicant } from './json-columns.ts'

type Json<T> = JSONColumnType<T & object, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>
type Generated<T> = ColumnType<T, T | undefined, T>

/** A database, or an open transaction. */
export type Db = Kysely<Schema>

export interface Schema {
  session: {
    id: string
    sid_hash: Buffer
    brand: string
    created_at: Date
    last_seen_at: Date
  }
  session_quote: { session_id: string; quote_id: string; level: AccessLevel; at: Date }
  login_token: {
    token_hash: Buffer
    quote_id: string
    kind: 'link' | 'return' | 'documents'
    session_id: string | null
    shows_people: Generated<boolean>
    expires_at: Date
    used_at: Date | null
    revoked_at: Generated<Date | null>
  }
  quote: {
    id: string
    brand: string
    origin: string
    plate: string
    status: Generated<QuoteStatus>
    version: Generated<number>
    quote_number: string | null
    car: JsonOrNull<QuoteCar>
    risk_address: JsonOrNull<Address>
    drivers: JsonOrNull<readonly Driver[]>
    indicators: JsonOrNull<Indicators>
    choice: JsonOrNull<CoverChoice>
    policyholders: JsonOrNull<QuotePolicyholders>
    insurer_quote: JsonOrNull<InsurerQuoteColumn>
    declared_at: Date | null
    declared_version: number | null
    people_saved_at: Date | null
    ownership_changed_at: Generated<Date | null>
    ownership_changed_by_log_in: Generated<Date | null>
    created_at: Date
    changed_at: Date
    valid_until: NzDay | null
    anonymised_at: Date | null
    applicant: JsonOrNull<QuoteApplicant>
    source: Generated<string>
    partner_id: string | null
  }
  payment: {
    id: string
    quote_id: string
    idempotency_key: string
    quote_version: number
    amount_cents: number
    currency: 'NZD'
    state: PaymentState
    card_session_id: string | null
    page_url: string | null
    webhook_token_hash: Buffer | null
    transaction_id: string | null
    card: JsonOrNull<{ scheme: string; lastDigits: string }>
    session_id: string | null
    policyholders_hash: Generated<Buffer | null>
    next_poll_at: Date | null
    unclear_since: Generated<Date | null>
    refund_lease_owner: Generated<string | null>
    refund_lease_until: Generated<Date | null>
    refund_sent_at: Generated<Date | null>
    created_at: Date
    changed_at: Date
  }
  bind_attempt: {
    quote_id: string
    idempotency_key: string
    quote_version: number
    request_hash: Buffer
    encrypted_request: string | null
    account_fingerprint: Generated<string | null>
    payment_id: string | null
    state: BindAttemptState
    policy_number: string | null
    lease_owner: string | null
    lease_until: Date | null
    attempts: Generated<number>
    last_error: string | null
    sent_at: Date | null
    manual_outcome: 'ISSUED' | 'REJECTED' | null
    manual_policy_number: string | null
    created_at: Date
    changed_at: Date
  }
  policy: {
    policy_number: string
    quote_id: string
    brand: string
    record: Json<PolicyRecord>
    terms_at: Date | null
    declared_at: Date
    issued_at: Date
    source: Generated<string>
    partner_id: string | null
  }
  audit: {
    id: string
    at: Date
    quote_id: string | null
    what: string
    details: Json<AuditDetails>
  }
  daily_sales_count: {
    day: NzDay
    brand: string
    partner: string
    source: string
    event: SalesEvent
    detail: string
    slot: number
    count: number
    cents: number
  }
  captcha_pass: { session_id: string; verified_until: Date; budget: number; address_prefix: string }
  captcha_spent_token: { token_hash: Buffer; at: Date }
  rate_limit: { key: string; window_start: Date; count: number }
  'insurer.quote': {
    quote_number: string
    tariff: string
    risk: Json<Record<string, unknown>>
    answer: Json<Record<string, unknown>>
    modified_at: string
    modified_by: string
    created_at: Date
    closed: Generated<boolean>
  }
  'insurer.policy': {
    policy_number: string
    idempotency_key: string
    quote_number: string
    request_hash: string
    issued_at: Date
  }
  address_import: {
    imported_at: Generated<Date>
    file_hash: string
    rows: number
  }
  'address_book.street': {
    id: number
    name: string
    type: string
    suffix: string
    suburb: string
    city: string
    postcode: string
    addresses: number
    words: string
  }
  'address_book.address': {
    id: string
    street_id: number
    house_number: number
    house: string
    unit_type: string
    unit_number: string
    level_type: string
    level_number: string
  }
  'address_book.word': { word: string; streets: number; slips: string[] }
}
