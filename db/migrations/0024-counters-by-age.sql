-- The purge read every counter to find the old ones. Not by block ranges (BRIN): counters of today take the room of those that
-- went, and a range that once held an old one would be read for ever. Counting on changes nothing in it.
create index concurrently if not exists rate_limit_age on rate_limit (window_start);
