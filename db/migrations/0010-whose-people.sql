-- Somebody else's people stand in the quote since then: whoever logged in before, without a browser session, sees them no more.
alter table quote add column others_since timestamptz;
-- Who was to hold the policy when the page was made: money paid there buys it for them or goes back. Null: made before this.
alter table payment add column holders_hash bytea;
