-- Tries that count against a limit: one row for each account, network or event, so that a try is counted in one statement.
-- The rows of before held what was typed in clear; none of them counts for longer than a quarter of an hour.
drop table sign_in_failure;

create table sign_in_failure (
  -- HMAC-SHA-256 with the installation's key, as what is typed may be a password or a PIN
  subject bytea primary key,
  -- the tries that may still count, the latest first
  failed_at timestamptz[] not null default '{}',
  latest timestamptz not null
) with (fillfactor = 70);

-- The networks somebody signed in from lately: what strangers do elsewhere does not slow down sign-ins from there. All three
-- are hashed as above. The realm is what is guessed at: a login, or the wristbands of an event.
create table sign_in_network (
  realm bytea not null,
  account bytea not null,
  network bytea not null,
  seen_at timestamptz not null,
  primary key (realm, network, account)
);

create index sign_in_network_account on sign_in_network (realm, account, seen_at);

-- Counts a try for each subject, unless one that closes is full: then for none. Whoever counts waits for nobody but for those
-- who count for the same subject at this moment; all lock in the order of the subjects. `waits` says for each subject in how
-- many seconds it is no longer full, null where it was not; `counted_at` is null when nothing was counted.
create function count_tries(given bytea[], limits integer[], closing boolean[], period interval)
returns table (counted_at timestamptz, waits float8[])
language plpgsql
as $$
declare
  entry record;
  oldest timestamptz;
begin
  counted_at := clock_timestamp();
  waits := array_fill(null::float8, array[cardinality(given)]);
  insert into sign_in_failure (subject, latest)
  select subject, counted_at from unnest(given) as subject order by subject
  on conflict (subject) do update set latest = excluded.latest;
  counted_at := clock_timestamp();
  for entry in
    select position, failed_at from unnest(given) with ordinality as asked (subject, position)
      join sign_in_failure using (subject)
  loop
    oldest := entry.failed_at[limits[entry.position]];
    if oldest > counted_at - period then
      waits[entry.position] := extract(epoch from oldest + period - counted_at);
      if closing[entry.position] then counted_at := null; end if;
    end if;
    exit when counted_at is null;
  end loop;
  if counted_at is not null then
    update sign_in_failure stored
    set failed_at = (array[counted_at] || stored.failed_at)[1:limits[position]]
    from unnest(given) with ordinality as asked (subject, position)
    where stored.subject = asked.subject;
  end if;
  return next;
end
$$;

-- Takes a try back that turned out right: for one subject all tries end, for the others this one. Locks as above.
create function forgive_tries(ended bytea[], kept bytea[], counted timestamptz)
returns void
language plpgsql
as $$
begin
  perform from sign_in_failure where subject = any(ended || kept) order by subject for update;
  update sign_in_failure
  set failed_at = case when subject = any(ended) then '{}' else array_remove(failed_at, counted) end
  where subject = any(ended || kept);
end
$$;
