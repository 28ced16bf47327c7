-- Which bank accounts lately paid for how many policies: looked for by `npm run ops` (T43).
create index audit_binds on audit (at) where what = 'bind-intended';
