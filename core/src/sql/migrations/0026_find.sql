-- The back office finds guests by the beginnings of the words of their names, and by the beginnings of PIN, chip and IBAN.
-- Scanning 100,000 guests at each key press would take too long. The functions are bound to each other when they are made,
-- as PostgreSQL builds indexes without a search path.

-- A text as searches compare it: in lower case, without accents, and an umlaut like its spelling with an e.
create function search_text(text) returns text language sql immutable strict parallel safe
  return replace(replace(replace(lower(regexp_replace(
    normalize(translate(replace(replace($1, 'ß', 'ss'), 'ẞ', 'ss'), 'æÆœŒøØłŁđĐıİ', 'aaoooollddii'), nfkd),
    '[\u0300-\u036f]', '', 'g'
  )), 'ae', 'a'), 'oe', 'o'), 'ue', 'u');

-- Its words. An index entry has at most 2,046 bytes, so the text is cut.
create function search_words(text) returns text[] language sql immutable strict parallel safe
  return array_remove(regexp_split_to_array(search_text(left($1, 400)), '[\s!-/:-@\[-`{-~]+'), '');

-- Its words for an index. Each begins with a number, such as the event's, so that those of other events are not even read.
create function search_lexemes(bigint, text) returns tsvector language sql immutable strict parallel safe
  return array_to_tsvector(array(select distinct $1 || ':' || word from unnest(search_words($2)) as word));

-- Finds texts in which each of these words begins a word. Null without words.
create function search_query(bigint, text) returns tsquery language sql immutable strict parallel safe
  return (select string_agg('''' || $1 || ':' || word || ''':*', ' & ')::tsquery from unnest(search_words($2)) as word);

-- Of an address only what is before the @: thousands of guests have the same provider.
create index customer_words on customer using gin (
  search_lexemes(event_id, coalesce(account_name, '') || ' ' || split_part(coalesce(email, ''), '@', 1))
)
where account_name is not null or email is not null;

create index customer_iban on customer (event_id, (iban collate "C")) where iban is not null;

create index user_tag_pin_start on user_tag (event_id, (lower(pin) collate "C"));
