-- Searches find PINs and codes of presale tickets however somebody writes them: in any case, with blanks, and with a letter for the digit
-- that looks like it.
create function searched_code(text) returns text language sql immutable strict parallel safe
  return translate(lower($1), 'oi ', '01');

drop index user_tag_pin_start;

create index user_tag_pin_start on user_tag (event_id, (searched_code(pin) collate "C"));

create index ticket_voucher_searched on ticket_voucher (event_id, (searched_code(token) collate "C"));

-- Guests of the ticket shop have a name before they give a bank account.
create index account_words on account using gin (search_lexemes(event_id, name))
where type = 'private' and name is not null;
