-- The log-in of whoever typed those people, where they had no browser session: theirs holds, though it is older.
alter table quote add column others_by timestamptz;
