-- A login gives a session a new cookie; the tokens it was given before go on to be good for it. Null: never renewed.
alter table session add column first_hash bytea;
