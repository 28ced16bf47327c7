-- What the insurer priced and nobody kept is found among what is open, whatever its age.
create index concurrently if not exists insurer_quote_open on insurer.quote (created_at) where not closed;
drop index concurrently if exists insurer.insurer_quote_unsold;
