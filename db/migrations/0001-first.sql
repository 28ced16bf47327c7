-- The purchase from the first prospect to the policy. What money hangs on is held here by constraints, not by care:
-- one policy a quote, one open or approved card payment a quote, one issuance a quote, one key an attempt.

create table session (
  sid_hash      bytea primary key,
  brand         text not null,
  address_prefix text not null,
  created_at    timestamptz not null,
  last_seen_at  timestamptz not null
);

create table quote (
  id            uuid primary key,
  brand         text not null,
  -- where the customer came in: links in mails begin with it
  origin        text not null,
  plate         text not null,
  status        text not null default 'DRAFT'
                check (status in ('DRAFT', 'QUOTED', 'BINDING', 'CONVERTED', 'EXPIRED', 'DECLINED', 'OFFLINE')),
  -- counts every change that may move the price; a payment and an issuance are pinned to one
  version       integer not null default 0,
  quote_number  text unique,
  -- answers as the customer gave them, by step; null until that step was sent
  car           jsonb,
  risk_address  jsonb,
  drivers       jsonb,
  indicators    jsonb,
  choice        jsonb,
  policyholders jsonb,
  -- the insurer's newest answer for this version
  insurer_quote jsonb,
  declared_at   timestamptz,
  declared_version integer,
  people_at     timestamptz,
  created_at    timestamptz not null,
  changed_at    timestamptz not null,
  valid_until   date
);

create table session_quote (
  sid_hash bytea not null references session on delete cascade,
  quote_id uuid not null references quote on delete cascade,
  level    text not null check (level in ('PARTIAL', 'LINKED', 'CREATED', 'VERIFIED', 'BOUGHT')),
  at       timestamptz not null,
  primary key (sid_hash, quote_id)
);

-- Link tokens (mails, the registration's url) and one-time return codes of the card page; only their hashes are kept.
create table login_token (
  token_hash bytea primary key,
  quote_id   uuid not null references quote on delete cascade,
  kind       text not null check (kind in ('link', 'return', 'documents')),
  -- the session that asked for it; a return code is good for that session only
  sid_hash   bytea,
  -- mailed by a session that had typed the people's answers: its holder may see them (D2)
  shows_people boolean not null default false,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index login_token_quote on login_token (quote_id);

create table payment (
  id           uuid primary key,
  quote_id     uuid not null references quote,
  idem_key     uuid not null unique,
  quote_version integer not null,
  amount_cents integer not null check (amount_cents > 0),
  currency     text not null check (currency = 'NZD'),
  state        text not null check (state in
               ('CREATED', 'PENDING', 'APPROVED', 'DECLINED', 'CANCELLED', 'EXPIRED', 'REFUND_DUE', 'REFUNDED')),
  psp_session  text unique,
  page_url     text,
  notice_token_hash bytea unique,
  transaction_id text,
  card         jsonb,
  sid_hash     bytea,
  -- when to ask the partner again what became of it; null once nothing can change any more, or a person has to
  look_again_at timestamptz,
  created_at   timestamptz not null,
  changed_at   timestamptz not null
);
-- at most one payment a quote that may still take, or has taken and keeps, the customer's money
create unique index payment_open on payment (quote_id) where state in ('CREATED', 'PENDING', 'APPROVED');
create index payment_waiting on payment (look_again_at) where look_again_at is not null;

create table issuance (
  quote_id      uuid primary key references quote,
  idem_key      uuid not null unique,
  quote_version integer not null,
  request_hash  bytea not null,
  -- the bind request, bank details in it, encrypted
  request_enc   text not null,
  payment_id    uuid references payment,
  state         text not null check (state in ('INTENT', 'ISSUED', 'REJECTED', 'UNKNOWN')),
  policy_number text unique,
  lease_owner   uuid,
  lease_until   timestamptz,
  attempts      integer not null default 0,
  last_error    text,
  created_at    timestamptz not null,
  changed_at    timestamptz not null
);
create index issuance_waiting on issuance (changed_at) where state in ('INTENT', 'UNKNOWN');

create table policy (
  policy_number text primary key,
  quote_id      uuid not null unique references quote,
  brand         text not null,
  -- all that the documents say, as it was when the policy was issued; the account number is masked
  record        jsonb not null,
  terms_at      timestamptz,
  declared_at   timestamptz not null,
  issued_at     timestamptz not null
);

-- Notices of partners, kept before anything is done about them; repeats fall on the key.
create table inbox (
  partner     text not null,
  event_id    text not null,
  received_at timestamptz not null,
  primary key (partner, event_id)
);

create table audit (
  id       uuid primary key,
  at       timestamptz not null,
  quote_id uuid,
  what     text not null,
  details  jsonb not null default '{}'
);
create index audit_quote on audit (quote_id, at);
create function audit_is_append_only() returns trigger language plpgsql as
  $$ begin raise exception 'audit is append-only'; end $$;
create trigger audit_append_only before update or delete on audit
  for each statement execute function audit_is_append_only();

create table captcha_state (
  sid_hash  bytea primary key,
  verified_until timestamptz not null,
  budget    integer not null check (budget >= 0),
  address_prefix text not null
);
create table captcha_used (token_hash bytea primary key, at timestamptz not null);
create index captcha_used_at on captcha_used (at);

-- Counters of the limits: a lost one after a crash costs nothing.
create unlogged table rate_limit (
  key        text not null,
  window_start timestamptz not null,
  count      integer not null,
  primary key (key, window_start)
);

-- The embedded insurer's own books. No table above refers to them and they refer to none: it is another company.
create schema insurer;
create table insurer.quote (
  quote_number text primary key,
  tariff       text not null,
  risk         jsonb not null,
  answer       jsonb not null,
  modified_at  text not null,
  modified_by  text not null,
  created_at   timestamptz not null
);
create table insurer.policy (
  policy_number text primary key,
  idem_key     text not null unique,
  quote_number text not null unique references insurer.quote,
  request_hash text not null,
  issued_at    timestamptz not null
);
