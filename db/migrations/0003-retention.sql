-- What is kept no longer than it is needed. The columns only widen: the version before goes on beside this one.

-- when the people and the car behind an unsold quote were forgotten; what is left says only that there was a quote
alter table quote add column purged_at timestamptz;
create index quote_unsold on quote (changed_at) where purged_at is null and status <> 'CONVERTED';
create index quote_forgotten on quote (purged_at) where purged_at is not null;

-- the bank's part of a bind is destroyed once the insurer has it
alter table issuance alter column request_enc drop not null;
create index issuance_with_bank on issuance (changed_at) where request_enc is not null;

create index session_idle on session (last_seen_at);
