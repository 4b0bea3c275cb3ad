-- Codes of presale tickets are typed at the entrance in upper or lower case.
create index ticket_voucher_token_any_case on ticket_voucher (event_id, lower(token));
