-- Nobody reads which network a session came from, so it is written no more. The column goes with a later release.
alter table session alter column address_prefix set default '';
