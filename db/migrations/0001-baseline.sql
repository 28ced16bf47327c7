-- The whole schema: sessions, quotes, payments, policies, audit, limits, address book and the embedded insurer.
-- Constraints, not code, guarantee what money depends on: one policy and one bind attempt a quote, one open or approved
-- card payment a quote, one idempotency key an attempt.

-- ---------------------------------------------------------------------------------------------- sessions and access

-- A browser session; only the hash of its cookie is stored, and a log-in replaces it.
create table session (
  id           uuid primary key,
  sid_hash     bytea not null unique,
  brand        text not null,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null
);
create index session_idle on session (last_seen_at);

-- ------------------------------------------------------------------------------------------------------------ quotes

-- A customer's quote, from the first prospect to the policy.
create table quote (
  id               uuid primary key,
  brand            text not null,
  -- The origin the customer came to; links in mails begin with it.
  origin           text not null,
  -- The source and the partner that a sale is counted by.
  source           text not null default '',
  partner_id       text,
  plate            text not null,
  status           text not null default 'DRAFT'
                   check (status in ('DRAFT', 'QUOTED', 'BINDING', 'CONVERTED', 'EXPIRED', 'DECLINED', 'OFFLINE')),
  -- Counts every change that may change the price; a payment and a bind attempt are for one version.
  version          integer not null default 0,
  quote_number     text unique,
  -- The person a partner's link was made for, until they answer themselves.
  applicant        jsonb,
  -- The customer's answers by step; null until the step was sent.
  car              jsonb,
  risk_address     jsonb,
  drivers          jsonb,
  indicators       jsonb,
  choice           jsonb,
  policyholders    jsonb,
  -- The insurer's newest answer for this version.
  insurer_quote    jsonb,
  valid_until      date,
  declared_at      timestamptz,
  declared_version integer,
  -- When people were last saved by a rating; null while the quote has none.
  people_saved_at  timestamptz,
  -- When other people or another home were saved: access that was given before is revoked.
  ownership_changed_at timestamptz,
  -- The log-in time of a client without a session that saved them; its access stays, although it is older.
  ownership_changed_by_log_in timestamptz,
  created_at       timestamptz not null,
  changed_at       timestamptz not null,
  -- When the personal data of an unsold quote was anonymised.
  anonymised_at    timestamptz
);
-- Retention looks by creation time, which an amend does not change.
create index quote_made on quote (created_at) where anonymised_at is null and status <> 'CONVERTED';
create index quote_drafts on quote (created_at) where anonymised_at is null and status = 'DRAFT';
create index quote_anonymised on quote (anonymised_at) where anonymised_at is not null;

-- The access level of a session for a quote.
create table session_quote (
  session_id uuid not null references session on delete cascade,
  quote_id   uuid not null references quote on delete cascade,
  level      text not null check (level in ('VIEW_SUMMARY', 'EDIT_QUOTE', 'VIEW_POLICY')),
  at         timestamptz not null,
  primary key (session_id, quote_id)
);
create index session_quote_quote on session_quote (quote_id);

-- Tokens of links in mails and one-time return codes of the card page; only their hashes are stored.
create table login_token (
  token_hash   bytea primary key,
  quote_id     uuid not null references quote on delete cascade,
  kind         text not null check (kind in ('link', 'return', 'documents')),
  -- The session that asked for the token; a return code is valid for that session only. The token may outlive it.
  session_id   uuid,
  -- True for a link in our e-mail: its sender could see the people, so its recipient may.
  shows_people boolean not null default false,
  expires_at   timestamptz not null,
  used_at      timestamptz,
  -- When other people's answers were saved: the token then gives a summary only.
  revoked_at   timestamptz
);
create index login_token_quote on login_token (quote_id);
create index login_token_age on login_token (kind, expires_at);

-- ---------------------------------------------------------------------------------------------------------- purchase

-- A card payment of a quote, and its refund.
create table payment (
  id                 uuid primary key,
  quote_id           uuid not null references quote,
  quote_version      integer not null,
  idempotency_key    uuid not null unique,
  amount_cents       integer not null check (amount_cents > 0),
  currency           text not null check (currency = 'NZD'),
  state              text not null check (state in
                     ('CREATED', 'PENDING', 'APPROVED', 'DECLINED', 'CANCELLED', 'EXPIRED', 'REFUND_DUE', 'REFUNDED')),
  card_session_id    text unique,
  page_url           text,
  webhook_token_hash bytea unique,
  transaction_id     text,
  card               jsonb,
  -- The session that received the card page and owns what is paid there. The payment may outlive it.
  session_id         uuid,
  -- A hash of the policyholders when the card page was made; null once the quote is anonymised.
  policyholders_hash bytea,
  -- When to ask the partner for the state again; null if it is final or a person has to look.
  next_poll_at       timestamptz,
  -- Since when the partner's answers cannot be understood: money may have been paid.
  unclear_since      timestamptz,
  -- The node that sends the refund now, until when, and when the refund was last sent.
  refund_lease_owner uuid,
  refund_lease_until timestamptz,
  refund_sent_at     timestamptz,
  created_at         timestamptz not null,
  changed_at         timestamptz not null
);
-- At most one payment of a quote may still take, or has taken and keeps, the customer's money.
create unique index payment_open on payment (quote_id) where state in ('CREATED', 'PENDING', 'APPROVED');
create index payment_quote on payment (quote_id);
create index payment_waiting on payment (next_poll_at) where next_poll_at is not null;
create index payment_refund_due on payment (changed_at) where state = 'REFUND_DUE';

-- The attempt to bind a quote at the insurer; stored before the insurer is called.
create table bind_attempt (
  quote_id           uuid primary key references quote,
  quote_version      integer not null,
  idempotency_key    uuid not null unique,
  -- Tells a repeated click from another order; empty once the request is destroyed.
  request_hash       bytea not null,
  -- The encrypted bind request with the bank details; null once it is destroyed.
  encrypted_request  text,
  -- Equal for policies paid from the same account; kept as long as the request.
  account_fingerprint text,
  payment_id         uuid references payment,
  state              text not null check (state in ('INTENT', 'ISSUED', 'REJECTED', 'UNKNOWN')),
  policy_number      text unique,
  lease_owner        uuid,
  lease_until        timestamptz,
  attempts           integer not null default 0,
  last_error         text,
  -- When an insurer without idempotency keys was last asked to bind; stored before it is asked.
  sent_at            timestamptz,
  -- The outcome that a person learnt from the insurer; processed like the insurer's answer.
  manual_outcome       text check (manual_outcome in ('ISSUED', 'REJECTED')),
  manual_policy_number text,
  created_at         timestamptz not null,
  changed_at         timestamptz not null,
  constraint bind_attempt_operator check ((manual_outcome = 'ISSUED') is not true or manual_policy_number is not null)
);
create index bind_attempt_waiting on bind_attempt (changed_at) where state in ('INTENT', 'UNKNOWN');
create index bind_attempt_with_bank on bind_attempt (changed_at) where encrypted_request is not null;
create index bind_attempt_payment on bind_attempt (payment_id) where payment_id is not null;
-- The ids of the keys in use: every start checks that they are configured.
create index bind_attempt_kid on bind_attempt (split_part(encrypted_request, '.', 2)) where encrypted_request is not null;

create table policy (
  policy_number text primary key,
  quote_id      uuid not null unique references quote,
  brand         text not null,
  -- The source and the partner of the quote; they remain when the quote is deleted.
  source        text not null default '',
  partner_id    text,
  -- Everything the documents say, as of the issue; the account number is masked.
  record        jsonb not null,
  terms_at      timestamptz,
  declared_at   timestamptz not null,
  issued_at     timestamptz not null
);
-- Rows come in the order of time, so block ranges suffice; summarised at once, or the purge would read the newest ones.
create index policy_age on policy using brin (issued_at) with (autosummarize = on);

-- ------------------------------------------------------------------------------------------------------------- audit

-- What happened to a quote and who did it; append-only.
create table audit (
  id       uuid primary key,
  at       timestamptz not null,
  quote_id uuid,
  what     text not null,
  details  jsonb not null default '{}'
);
create index audit_quote on audit (quote_id, at);
create index audit_age on audit using brin (at) with (autosummarize = on);
-- Binds by account, for the check on accounts that pay for many policies.
create index audit_binds on audit (at) where what = 'bind-intended';
-- Lines that wait for a person.
create index audit_refused on audit (at)
  where what in ('policy-mail-refused', 'privacy-notice-refused', 'refund-mail-refused', 'rejected-order-mail-refused',
                 'policy-at-insurer-only');

create function audit_is_append_only() returns trigger language plpgsql as
  $$ begin raise exception 'audit is append-only'; end $$;

-- A line may be deleted seven years later, once its quote is deleted.
create function audit_goes_when_old() returns trigger language plpgsql as $$
begin
  if old.quote_id is not null and old.at < now() - interval '7 years'
    and not exists (select 1 from public.quote where id = old.quote_id) then
    return old;
  end if;
  raise exception 'audit is append-only: a line goes seven years later, after its quote';
end $$;

create trigger audit_append_only before update on audit
  for each statement execute function audit_is_append_only();
create trigger audit_goes_when_old before delete on audit
  for each row execute function audit_goes_when_old();
create trigger audit_not_emptied before truncate on audit
  for each statement execute function audit_is_append_only();

-- ------------------------------------------------------------------------------------------------------------- sales

-- How often each event of a sale happened on a New Zealand day, for the sales report. No personal data: the counts stay
-- when quotes are deleted. Partners and sources come from a closed list, so the rows of a day are bounded.
create table daily_sales_count (
  day     date not null,
  brand   text not null,
  partner text not null,
  source  text not null,
  event   text not null,
  -- The reason, the payment way or the time class of the event; '' for an event without details.
  detail  text not null,
  -- Several rows count the same event, so that transactions rarely wait for each other; a report adds them up.
  slot    smallint not null,
  count   bigint not null,
  -- The premium of the policies or the amount of the refunds.
  cents   bigint not null,
  primary key (day, brand, partner, source, event, detail, slot)
) with (fillfactor = 70);

-- ----------------------------------------------------------------------------------------------- captcha and limits

-- How many calls a session may still make before the next captcha.
create table captcha_pass (
  session_id     uuid primary key references session on delete cascade,
  verified_until timestamptz not null,
  budget         integer not null check (budget >= 0),
  address_prefix text not null
);

-- Captcha tokens that were used; each is accepted once.
create table captcha_spent_token (
  token_hash bytea primary key,
  at         timestamptz not null
);
create index captcha_spent_token_at on captcha_spent_token (at);

-- Counters of the rate limits; not logged, because losing them in a crash costs nothing.
create unlogged table rate_limit (
  key          text not null,
  window_start timestamptz not null,
  count        integer not null,
  primary key (key, window_start)
);
create index rate_limit_age on rate_limit (window_start);

-- ------------------------------------------------------------------------------------------------------ address book

-- Every address of New Zealand. A search reads the words of the streets first, then the house numbers of a few of them.
--
-- An import builds the next edition in the schema address_book_incoming and renames it to address_book, in one transaction.
create schema address_book;

create table address_book.street (
  id        integer primary key,
  name      text not null,
  type      text not null,
  -- 'East'; '' if there is none.
  suffix    text not null,
  suburb    text not null,
  city      text not null,
  -- '1025 1041' if the place has several; '' if it is unknown.
  postcode  text not null,
  addresses integer not null,
  -- Each word in every form it may be typed in, without macrons, and neighbours joined; '=queen' begins the name,
  -- '?' has no postcode.
  words     tsvector not null
);
create index street_words on address_book.street using gin (words) with (fastupdate = off);

-- A house or unit on a street.
create table address_book.address (
  id           text primary key,
  street_id    integer not null,
  house_number integer not null,
  -- As written: '21A', '23-25', '1A-7A'.
  house        text not null,
  unit_type    text not null,
  unit_number  text not null,
  level_type   text not null,
  level_number text not null
);
create index address_place on address_book.address (street_id, house_number);
-- Ranges such as '88-92' are few, and are found by any number within.
create index address_range on address_book.address (street_id, house_number) where house like '%-%';

-- The words of all streets; slips are the keys that find a word with one letter typed wrong.
create table address_book.word (
  word    text collate "C" primary key,
  streets integer not null,
  slips   text[] not null
);
create index word_slips on address_book.word using gin (slips) with (fastupdate = off);

-- Imports of the address file; the newest is in use. A running import locks this table.
create table address_import (
  imported_at timestamptz primary key default clock_timestamp(),
  -- SHA-256 of the whole file.
  file_hash   text not null,
  rows        integer not null
);

-- -------------------------------------------------------------------------------------------------- embedded insurer

-- The embedded insurer stands for another company: its tables and the tables above do not refer to each other.
create schema insurer;

create table insurer.quote (
  quote_number text primary key,
  tariff       text not null,
  risk         jsonb not null,
  answer       jsonb not null,
  modified_at  text not null,
  modified_by  text not null,
  created_at   timestamptz not null,
  -- True once it is sold or anonymised: it is never changed again.
  closed       boolean not null default false
);
create index insurer_quote_open on insurer.quote (created_at) where not closed;

create table insurer.policy (
  policy_number text primary key,
  idempotency_key text not null unique,
  quote_number  text not null unique references insurer.quote,
  request_hash  text not null,
  issued_at     timestamptz not null
);
