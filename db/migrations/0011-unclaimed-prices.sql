-- What the embedded insurer priced and no quote of ours kept (asked twice at once, or by a node that died) is found by its
-- age and forgotten with the rest. Made one after the other, so a few bytes a thousand rows find them.
create index insurer_quote_age on insurer.quote using brin (created_at);
