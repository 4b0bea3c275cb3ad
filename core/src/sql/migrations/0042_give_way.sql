-- Reports read every order of an event while tills sell. So that bookings keep the database, long readings are made of small
-- parts, and between two of them they give way: as long as the database works for others, a reading rests for several
-- times as long as it has worked. Readings alone in the database don't rest.

-- How long work rests (milliseconds) that took so long, while so many other statements were under way. A clock that was put
-- forward makes no rest longer than ten seconds.
create function rest_after(worked float8, others bigint)
returns float8
language sql immutable
as $$
  select case when others = 0 then 0 else least(6 * greatest(worked, 0), 10000) end
$$;

-- The sessions of others in this database that have a statement under way or had one a moment ago: bookings take a few
-- milliseconds each, and a look between two of them would see none. Readings that rest are none of them.
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
