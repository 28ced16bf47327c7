-- What is still looked for (T43) stays to be found, with the bank details it was taken from.
update issuance set account_mark = it.details ->> 'account'
  from audit it
  where it.quote_id = issuance.quote_id and it.what = 'bind-intended' and it.at > now() - interval '31 days'
    and it.details ? 'account' and issuance.request_enc is not null and issuance.account_mark is null;

-- Of what was destroyed or forgotten, marks and hashes go as well. Nobody writes these rows any more, so nobody waits for this.
update issuance set request_hash = '' where request_enc is null and request_hash <> '';
-- The embedded insurer's hashes had the account in them, and are asked for no more once we have heard of the policy.
update insurer.policy set request_hash = ''
  from issuance
  where issuance.idem_key::text = insurer.policy.idem_key and issuance.state = 'ISSUED';
update payment set holders_hash = null
  from quote
  where quote.id = payment.quote_id and quote.purged_at is not null and payment.holders_hash is not null;
