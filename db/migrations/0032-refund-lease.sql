-- Who is sending a refund just now, and when it was last sent: one node at a time sends it, and before it is sent again the card
-- partner is asked what became of it.
alter table payment
  add column refund_lease_owner uuid,
  add column refund_lease_until timestamptz,
  add column refund_sent_at timestamptz;
