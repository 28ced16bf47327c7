-- The payments of one quote, settled ones too: the page that waits for its policy asks for the latest every two seconds, a
-- renewed session takes its payments along, and a quote that goes looks whether any is left.
create index payment_quote on payment (quote_id);
