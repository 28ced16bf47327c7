-- When the insurer was last asked to bind. One that knows no keys is not asked again before it has surely finished
-- (decision 0028): kept before the asking, so that it stands even if the process dies in the middle.
alter table issuance add column sent_at timestamptz;
