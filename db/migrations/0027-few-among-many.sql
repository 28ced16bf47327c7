-- Which keys bank details are locked with is asked at every start. They are a handful, and the details are megabytes a thousand.
create index concurrently if not exists issuance_kid on issuance (split_part(request_enc, '.', 2))
  where request_enc is not null;

-- What waits for a person is few among all that is ever written down, and looked for every hour.
create index concurrently if not exists audit_refused on audit (at)
  where what in ('mail-refused', 'notice-refused', 'refund-mail-refused', 'no-policy-mail-refused', 'policy-unkept');
