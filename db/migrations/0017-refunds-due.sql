-- Refunds that wait are few among all payments, and asked for at every scrape of every node.
create index payment_refund_due on payment (changed_at) where state = 'REFUND_DUE';
