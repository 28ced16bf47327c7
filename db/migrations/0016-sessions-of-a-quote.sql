-- Who knows a quote is looked for by the quote when other people come into it, when the insurer refuses it and when it is
-- forgotten. The key begins with the session.
create index session_quote_quote on session_quote (quote_id);
