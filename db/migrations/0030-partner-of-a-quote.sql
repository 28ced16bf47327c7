-- Whom a partner's link was made for, until they have answered themselves; and the partner and the source that a sale is
-- counted by. A policy keeps both when its quote is gone.
alter table quote
  add column applicant  jsonb,
  add column source     text not null default '',
  add column partner_id text;
alter table policy
  add column source     text not null default '',
  add column partner_id text;
