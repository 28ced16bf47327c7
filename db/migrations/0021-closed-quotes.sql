-- Sold or forgotten, and so never amended again. An index whose condition read `answer` and `modified_at` was written anew,
-- and the primary key with it, by every amend; this is written once.
alter table insurer.quote add column closed boolean not null default false;
