-- What a person learnt from the insurer about a bind whose outcome nobody else could find out; whoever works on the
-- purchase next takes it for the insurer's answer.
alter table issuance
  add column told_outcome text check (told_outcome in ('ISSUED', 'REJECTED')),
  add column told_policy_number text,
  add constraint issuance_told check ((told_outcome = 'ISSUED') is not true or told_policy_number is not null);
