-- Since when nobody understands what the card partner says of a payment, if it says anything: money may be there. Null again
-- once it is understood. Rows are few, and read where a person looks for them.
alter table payment add column unclear_since timestamptz;
