-- The purge takes tokens that are over, and what opens a quote stays longer than what opens a card page or papers.
create index concurrently if not exists login_token_age on login_token (kind, expires_at);
