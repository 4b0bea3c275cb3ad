-- Searches find PINs and codes of presale tickets written with dashes of any kind, or without those that are printed.
create or replace function searched_code(text) returns text language sql immutable strict parallel safe
  return translate(lower($1), 'oi -‐‑‒–—―−﹘﹣－', '01');

reindex index user_tag_pin_start;

reindex index ticket_voucher_searched;
