-- Who builds the next edition of the address book, and until when nobody else may: renewed with every batch, so that an
-- import that was killed is nobody's a few seconds later. A row, not a session's lock: that is lost behind a pooler.
alter table address_import
  add column holder     uuid,
  add column held_until timestamptz not null default now();
