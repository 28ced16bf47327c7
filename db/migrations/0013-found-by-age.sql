-- What is to be forgotten is found by when it was made, which no amend changes: an index of changed_at was written by every
-- amend, and the hourly purge read all of it, because nothing in it bounds what was made long ago.
create index quote_made on quote (created_at) where purged_at is null and status <> 'CONVERTED';
create index quote_drafts on quote (created_at) where purged_at is null and status = 'DRAFT';
drop index quote_unsold;

-- Notices come one after the other.
create index inbox_age on inbox using brin (received_at);
