-- What was priced and neither forgotten nor sold: what nobody kept is found among these whatever its age. An index of all
-- ages by itself would have the purge read, every hour, all that was ever forgotten or sold.
create index concurrently if not exists insurer_quote_unsold on insurer.quote (created_at)
  where answer ? 'validUntil' and modified_at not like '% sold';
drop index concurrently if exists insurer.insurer_quote_age;
