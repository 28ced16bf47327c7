/**
 * Test data of millions of quotes: keys, each with the documents of a real quote, so that rows have a
 * realistic width. Every fiftieth is a policy. Used by growth.ts only.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { newPolicyNumber, newQuoteNumber } from '#underwriting/quote-and-policy-numbers.ts'
import type { BenchEnvironment } from './environment.ts'

const batch = 50_000
/** As many as the environment's pool has connections: most of the time goes into compressing documents, one processor each. */
const atOnce = 2
/** So many real quotes lend their documents, policies among them. */
const lenders = 'id, quote_number, row_number() over (order by created_at, id) - 1 as place'

export async function prepareSeeding(environment: BenchEnvironment): Promise<void> {
  await environment.pool.query(`
    create table bench_lender as select ${lenders} from quote
      where quote_number is not null and exists (select 1 from policy p where p.quote_id = quote.id);
    create table bench_quote as select q.*, l.place from quote q join bench_lender l on l.id = q.id;
    create table bench_insurer as select i.*, l.place from insurer.quote i join bench_lender l on l.quote_number = i.quote_number;
    create table bench_policy as select p.*, l.place from policy p join bench_lender l on l.id = p.quote_id;
    create table bench_bind_attempt as select s.*, l.place from bind_attempt s join bench_lender l on l.id = s.quote_id`)
}

/**
 * Rows come at keys all over an index, so that after each checkpoint almost every page would go whole into the log: with
 * few checkpoints, and pages left out, a million quotes take half the time. Not so while anything is measured.
 */
const whileFilling = { max_wal_size: "'6GB'", full_page_writes: 'off' }

async function setWhileFilling(pool: pg.Pool, isFilling: boolean): Promise<void> {
  for (const [setting, value] of Object.entries(whileFilling))
    await pool.query(`alter system ${isFilling ? `set ${setting} = ${value}` : `reset ${setting}`}`)
  await pool.query('select pg_reload_conf()')
}

/** Brings the number of quotes from one size to another. */
export async function seedQuotes(environment: BenchEnvironment, from: number, to: number): Promise<void> {
  let next = from
  const filler = async () => {
    const client = await environment.pool.connect()
    try {
      // Foreign keys of rows made in pairs need no looking up, and a crash may cost the bench.
      await client.query('set session_replication_role = replica')
      await client.query('set synchronous_commit = off')
      await client.query(
        'create temp table bench_key (n bigint primary key, id uuid, quote_number text, policy_number text)',
      )
      const { rows } = await client.query<{ lenders: number }>(
        'select count(*)::int as lenders from bench_lender',
      )
      for (let first = next; first < to; first = next) {
        next = Math.min(to, first + batch)
        await fillBatch(client, first, next, rows[0]?.lenders ?? 1)
      }
    } finally {
      // Not back into the pool: what was set is for filling alone.
      client.release(true)
    }
  }
  await setWhileFilling(environment.pool, true)
  await Promise.all(Array.from({ length: atOnce }, filler))
  await setWhileFilling(environment.pool, false)
  await environment.pool.query('vacuum (analyze) quote')
  for (const table of [
    'insurer.quote',
    'audit',
    'login_token',
    'policy',
    'bind_attempt',
    'insurer.policy',
    'rate_limit',
  ])
    await environment.pool.query(`vacuum (analyze) ${table}`)
  // What was filled in is on the disk before anything is timed that waits for it.
  await environment.pool.query('checkpoint')
}

async function fillBatch(client: pg.PoolClient, first: number, end: number, lent: number): Promise<void> {
  const keys = Array.from({ length: end - first }, (_, at) => ({
    n: first + at,
    id: randomUUID(),
    quote_number: newQuoteNumber(randomBytes),
    policy_number: newPolicyNumber(randomBytes),
  }))
  await client.query('truncate bench_key')
  await client.query('insert into bench_key select * from json_populate_recordset(null::bench_key, $1)', [
    JSON.stringify(keys),
  ])
  const place = `k.n % ${lent}`
  await client.query(`
    insert into quote (id, brand, origin, plate, status, version, quote_number, car, risk_address, drivers, indicators,
        choice, policyholders, insurer_quote, declared_at, declared_version, people_saved_at, created_at, changed_at, valid_until)
      select k.id, b.brand, b.origin, b.plate, case when k.n % 50 = 0 then 'CONVERTED' else 'QUOTED' end, b.version,
        k.quote_number, b.car, b.risk_address, b.drivers, b.indicators, b.choice, b.policyholders, b.insurer_quote,
        b.declared_at, b.declared_version, b.people_saved_at, b.created_at - (k.n % 30) * interval '1 day',
        b.changed_at - (k.n % 30) * interval '1 day', b.valid_until
      from bench_key k join bench_quote b on b.place = ${place};
    insert into insurer.quote (quote_number, tariff, risk, answer, modified_at, modified_by, created_at, closed)
      select k.quote_number, b.tariff, b.risk, b.answer, b.modified_at, b.modified_by, b.created_at, k.n % 50 = 0
      from bench_key k join bench_insurer b on b.place = ${place};
    insert into audit (id, at, quote_id, what, details)
      select gen_random_uuid(), now() - (k.n % 30) * interval '1 day', k.id, what, '{"version": 1}'
      from bench_key k cross join (values ('registered'), ('rated-quoted')) step (what);
    insert into login_token (token_hash, quote_id, kind, expires_at)
      select sha256(k.id::text::bytea), k.id, 'link', now() + (k.n % 30) * interval '1 day' from bench_key k;
    insert into bind_attempt (quote_id, idempotency_key, quote_version, request_hash, encrypted_request, state, policy_number, attempts,
        created_at, changed_at)
      select k.id, gen_random_uuid(), b.quote_version, b.request_hash, b.encrypted_request, 'ISSUED', k.policy_number, 1,
        b.created_at, b.changed_at
      from bench_key k join bench_bind_attempt b on b.place = ${place} where k.n % 50 = 0 on conflict do nothing;
    insert into policy (policy_number, quote_id, brand, record, terms_at, declared_at, issued_at)
      select k.policy_number, k.id, b.brand, b.record, b.terms_at, b.declared_at, b.issued_at
      from bench_key k join bench_policy b on b.place = ${place} where k.n % 50 = 0 on conflict do nothing;
    insert into insurer.policy (policy_number, idempotency_key, quote_number, request_hash, issued_at)
      select k.policy_number, gen_random_uuid()::text, k.quote_number, '', now()
      from bench_key k where k.n % 50 = 0 on conflict do nothing;
    insert into rate_limit (key, window_start, count)
      select 'bench|' || k.n, now() - (k.n % 20) * interval '1 hour', 1 from bench_key k`)
}

/** Bytes of all the purchase's tables and indexes for each quote there is. */
export async function bytesPerQuote(
  environment: BenchEnvironment,
): Promise<{ quotes: number; bytes: number }> {
  const { rows } = await environment.pool.query<{ quotes: string; bytes: string }>(`
    select (select count(*) from quote) as quotes, sum(pg_total_relation_size(c.oid)) as bytes
    from pg_class c join pg_namespace s on s.oid = c.relnamespace
    where c.relkind = 'r' and s.nspname in ('public', 'insurer') and c.relname not like 'bench%'
      and c.relname <> 'rate_limit'`)
  return { quotes: Number(rows[0]?.quotes), bytes: Number(rows[0]?.bytes) }
}
