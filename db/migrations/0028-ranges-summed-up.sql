-- A range of blocks that no vacuum has come by since it was written counts as holding anything, so the hourly purge of every
-- node read what was newest, up to a fifth of the table. First all ranges there are, beside whoever writes; the setting, which
-- nobody may write beside, takes a moment, last where most is written.
select brin_summarize_new_values('inbox_age'), brin_summarize_new_values('policy_age'), brin_summarize_new_values('audit_age');
alter index inbox_age set (autosummarize = on);
alter index policy_age set (autosummarize = on);
alter index audit_age set (autosummarize = on);
