-- A payment that goes asks whether an issuance still names it. Most issuances were paid by bank and name none.
create index concurrently if not exists issuance_payment on issuance (payment_id) where payment_id is not null;
