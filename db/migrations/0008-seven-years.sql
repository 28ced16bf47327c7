-- Policies and the audit are kept for seven years, and then no longer (decision 0029). The audit stays append-only; but a line
-- that is seven years old, of a quote that is no longer here, may go. Nobody has to be given a way around the rule: it is
-- the rule.
create function audit_goes_when_old() returns trigger language plpgsql as $$
begin
  if old.quote_id is not null and old.at < now() - interval '7 years'
    and not exists (select 1 from quote where id = old.quote_id) then
    return old;
  end if;
  raise exception 'audit is append-only: a line goes seven years later, after its quote';
end $$;
drop trigger audit_append_only on audit;
create trigger audit_append_only before update on audit
  for each statement execute function audit_is_append_only();
create trigger audit_goes_when_old before delete on audit
  for each row execute function audit_goes_when_old();
create trigger audit_not_emptied before truncate on audit
  for each statement execute function audit_is_append_only();

-- What is old lies together, so a few bytes a thousand rows find it.
create index audit_age on audit using brin (at);
create index policy_age on policy using brin (issued_at);
