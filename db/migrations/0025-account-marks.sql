-- A mark of the account a policy is paid from, for as long as the bank details are kept: the audit, which forgets nothing for
-- seven years, is given none any more (T43).
alter table issuance add column account_mark text;
