-- Sales are counted by partner and day. Most quotes came by no partner.
create index concurrently if not exists quote_partner on quote (partner_id, created_at) where partner_id is not null;
create index concurrently if not exists policy_partner on policy (partner_id, issued_at) where partner_id is not null;
