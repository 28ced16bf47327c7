-- Nobody writes these rows any more, so nobody waits for this.
update insurer.quote set closed = true
  where not answer ? 'validUntil' or modified_at like '% sold'
    or exists (select 1 from insurer.policy p where p.quote_number = insurer.quote.quote_number);
