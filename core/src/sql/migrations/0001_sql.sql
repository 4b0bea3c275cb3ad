-- What the other files build on: rows that are only ever added, the role of servers, readings that give way to bookings, and
-- texts as searches compare them.
--
-- A statement ends with a semicolon and an empty line, or with a semicolon before a further `comment on`; the migrator
-- splits there. A comment on a table or a column is for readers in psql and for docs/reference/tables.md; columns that mean
-- the same everywhere, such as event_id, have none.

-- Trigger of tables whose rows are only ever added.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Servers and workers need to read, add and change rows, and nothing else. The role wristbank_server may do that; what was
-- booked or told of changes it can only add to, as the tables that refuse changes show. The owner of the tables, who brings
-- migrations, is another role: triggers hold against mistakes, privileges against an attacker who gets hold of a server's
-- connection.
--
-- Gives the role what it needs on every table, again after each migration. Answers false when there is no such role and the
-- caller may not create one.
create function grant_to_servers() returns boolean language plpgsql as $$
declare
  server constant name := 'wristbank_server';
  found record;
begin
  perform pg_advisory_xact_lock(hashtext('grant_to_servers'));
  if not exists (select from pg_roles where rolname = server) then
    begin
      execute format('create role %I nologin', server);
    exception
      when insufficient_privilege then return false;
      when duplicate_object or unique_violation then null; -- made in another database of this PostgreSQL meanwhile
    end;
  end if;
  if not has_schema_privilege(server, current_schema(), 'usage') then
    execute format('grant usage on schema %I to %I', current_schema(), server);
  end if;
  for found in
    select relation.oid::regclass as name, relkind = 'S' as is_sequence, coalesce(held.privileges, '') as held, case
      when relkind = 'S' then 'SELECT, USAGE'
      when relname like '%migration%' then 'SELECT'
      when exists (select from pg_trigger
        -- bits of tgtype: 8 delete, 16 update
        where tgrelid = relation.oid and tgfoid = 'refuse_change'::regproc and tgtype & 24 = 24) then 'INSERT, SELECT'
      else 'DELETE, INSERT, SELECT, UPDATE'
    end as needed
    from pg_class as relation,
      lateral (select string_agg(privilege_type, ', ' order by privilege_type) as privileges
        from aclexplode(relacl) where grantee = server::regrole) as held
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'S')
      and pg_has_role(relowner, 'usage')
  loop
    continue when found.held = found.needed;
    execute format('revoke all on %s %s from %I', case when found.is_sequence then 'sequence' else 'table' end, found.name, server);
    execute format('grant %s on %s %s to %I',
      found.needed, case when found.is_sequence then 'sequence' else 'table' end, found.name, server);
  end loop;
  return true;
end $$;

-- Reports read every order of an event while tills sell. So that bookings keep the database, long readings are made of small
-- parts, and between two of them they give way: as long as the database works for others, a reading rests for several times
-- as long as it has worked. Readings alone in the database don't rest.
--
-- How long work rests (milliseconds) that took `worked`, while others had statements under way. A clock that was put forward
-- makes no rest longer than ten seconds.
create function rest_after(worked float8, others bigint)
returns float8
language sql immutable
as $$
  select case when others = 0 then 0 else least(6 * greatest(worked, 0), 10000) end
$$;

-- Counts the sessions of others in this database that have a statement under way or had one a moment ago: bookings take a
-- few milliseconds each, and a look between two of them would see none. Readings that rest don't count.
create function others_under_way()
returns bigint
language plpgsql volatile
as $$
begin
  -- A transaction would go on seeing what it saw at first.
  perform pg_stat_clear_snapshot();
  return (
    select count(*) from pg_stat_get_activity(null) as session
    where session.datid = (select oid from pg_database where datname = current_database())
      and session.pid <> pg_backend_pid() and session.backend_type = 'client backend'
      and (session.state = 'active' or session.state_change > clock_timestamp() - interval '200 ms')
      and session.wait_event is distinct from 'PgSleep'
  );
end
$$;

-- Rests if this transaction has worked for 20 ms or more since it rested last; returns the milliseconds of the rest. The
-- first call in a transaction only notes when the work begins.
create function give_way()
returns float8
language plpgsql volatile
as $$
declare
  since constant float8 := nullif(current_setting('wristbank.rested_at', true), '');
  worked constant float8 := 1000 * extract(epoch from clock_timestamp()) - since;
  rest float8 := 0;
begin
  if worked < 20 then
    return 0;
  end if;
  if worked is not null then
    rest := rest_after(worked, others_under_way());
    if rest > 0 then
      perform pg_sleep(rest / 1000);
    end if;
  end if;
  perform set_config('wristbank.rested_at', (1000 * extract(epoch from clock_timestamp()))::text, true);
  return rest;
end
$$;

-- The back office finds guests by the beginnings of the words of their names, and by the beginnings of PIN, chip and IBAN.
-- Scanning 100,000 guests at each key press would take too long. The functions are bound to each other when they are made,
-- as PostgreSQL builds indexes without a search path.
--
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

-- PINs and codes of presale tickets are found in any case, with blanks, with dashes of any kind or without those that are
-- printed, and with a letter for the digit that looks like it.
create function searched_code(text) returns text language sql immutable strict parallel safe
  return translate(lower($1), 'oi -‐‑‒–—―−﹘﹣－', '01');

-- What fails each night without a word is found when a backup is needed: a worker notes how old the newest copy is.
create table base_copy (
  id boolean primary key default true check (id),
  newest timestamptz,
  watched_since timestamptz not null
);

comment on table base_copy is 'The copies of the whole embedded database in the folder of backups, as a worker last saw them: one row, none without such a folder.';
comment on column base_copy.id is 'true: there is one row';
comment on column base_copy.newest is 'when the newest was made; null if there is none';
comment on column base_copy.watched_since is 'when a worker first looked';
