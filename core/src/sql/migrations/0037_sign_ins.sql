-- Sign-ins at terminals in two round trips: one that reads what decides, one that stores what was decided. Both call the same
-- function, so what is compared under the locks is what the decision saw.

-- Ends the closings of tills and raises their numbers; the event is locked before, so that no later order gets the old number.
create function raise_closings(at_event bigint, till_ids bigint[], why text)
returns void
language sql
as $$
  with rising as (
    select event_id, id, z_nr from till where event_id = at_event and id = any(till_ids) order by id for no key update
  ), closed as (
    insert into till_closing (event_id, till_id, z_nr, closed_at, reason)
    select event_id, id, z_nr, clock_timestamp(), why from rising
  )
  update till set z_nr = rising.z_nr + 1 from rising
  where till.event_id = rising.event_id and till.id = rising.id
$$;

-- Stores the steps of a change at tills, in their order; each is an object with its kind. An order has the parameters of
-- `book`, and one that can't be stored fails the whole change: its accounts are locked before.
create function store_till_steps(at_event bigint, steps jsonb)
returns void
language plpgsql
as $$
declare
  step jsonb;
  stored text;
begin
  for step in select listed.value from jsonb_array_elements(steps) with ordinality as listed(value, at) order by at loop
    case step->>'kind'
      when 'order_booked' then
        select booked.outcome into strict stored
        from book(step->'entries', step->'guards', step->'lines', step->'postings') as booked;
        if stored <> 'booked' then
          raise exception 'a cash movement was not stored: %', stored;
        end if;
      when 'register_placed' then
        update till set cash_register_id = (step->>'register_id')::bigint
        where event_id = at_event and id = (step->>'till_id')::bigint;
      when 'register_assigned' then
        update usr set cash_register_id = null
        where event_id in (at_event, 0) and cash_register_id = (step->>'register_id')::bigint;
        update usr set cash_register_id = (step->>'register_id')::bigint
        where event_id = at_event and id = (step->>'user_id')::bigint;
      when 'cashier_changed' then
        update terminal set active_user_id = (step->>'user_id')::bigint, active_user_role_id = (step->>'role_id')::bigint
        where event_id = at_event and id = (step->>'terminal_id')::bigint;
      when 'closing_started' then
        perform raise_closings(at_event, array[(step->>'till_id')::bigint], step->>'reason');
      when 'terminal_attached' then
        update till set terminal_id = (step->>'terminal_id')::bigint
        where event_id = at_event and id = (step->>'till_id')::bigint;
    end case;
  end loop;
end
$$;

-- A user as sign-ins show them. The number of the chip is text, as no JSON number of that size is exact everywhere.
create function sign_in_person(user_id bigint)
returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'node_id', usr.node_id, 'id', usr.id, 'login', usr.login, 'display_name', usr.display_name,
    'description', usr.description, 'user_tag_id', usr.user_tag_id, 'user_tag_uid', (
      -- a range in its order, which only the primary key has
      select tag.uid::text from user_tag tag
      where tag.event_id = usr.event_id and tag.id between usr.user_tag_id and usr.user_tag_id order by tag.id limit 1
    ),
    'transport_account_id', usr.transport_account_id, 'cash_register_id', usr.cash_register_id
  )
  from usr where usr.id = user_id
$$;

-- What decides who may sign in or out at a terminal, and what that changes at its till: the place of the terminal, its till
-- with the register in it, who is signed in, the holder of a tag with the register they hold, and the roles of both that
-- count along the path to the till or anywhere in the event. Null once the session is over. Amounts are cents as text.
create function sign_in_facts(at_event bigint, at_terminal bigint, session bytea, tag_uid numeric)
returns jsonb
language sql stable
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
  select jsonb_build_object(
    'home_node_id', terminal.node_id,
    'node_id', place.id,
    'read_only', place.read_only,
    'path', place.parent_ids || place.id,
    'active_role_id', terminal.active_user_role_id,
    'active', sign_in_person(terminal.active_user_id),
    'holder', sign_in_person(holder.id),
    'held', (
      select jsonb_build_object(
        'id', register.id, 'account_id', register.account_id, 'balance', (
          select account.balance::text from account
          where account.event_id = at_event and account.id between register.account_id and register.account_id
          order by account.id limit 1
        ), 'till_id', till.id
      )
      from cash_register register
        left join till on till.event_id = register.event_id and till.cash_register_id = register.id
      where register.event_id = at_event and register.id = holder.cash_register_id
    ),
    'till', case when till.id is null then null else jsonb_build_object(
      'id', till.id,
      'z_nr', till.z_nr,
      'has_orders', coalesce((
        select newest.z_nr = till.z_nr from ordr newest
        -- a range, as only the index of a till's orders has them in this order
        where newest.event_id = at_event and newest.till_id between till.id and till.id
        order by newest.till_id desc, newest.id desc limit 1
      ), false),
      'register', (
        select jsonb_build_object(
          'id', register.id, 'account_id', register.account_id, 'balance', (
            select account.balance::text from account
          where account.event_id = at_event and account.id between register.account_id and register.account_id
          order by account.id limit 1
          ), 'cashier_id', cashier.id
        )
        from cash_register register
          left join usr cashier
            on cashier.event_id in (register.event_id, 0) and cashier.cash_register_id = register.id
        where register.event_id = at_event and register.id = till.cash_register_id
      )
    ) end,
    'assigned', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'user_id', assigned.user_id, 'assigned_node_id', node.id, 'assigned_event_id', node.event_id,
            'id', role.id, 'node_id', role.node_id, 'name', role.name, 'is_privileged', role.is_privileged,
            'privileges', role.privileges, 'assignable_role_ids', role.assignable_role_ids
          )
          order by role.name, role.id, node.parent_ids || node.id, assigned.user_id
        ),
        '[]'
      )
      from user_to_role assigned
        join user_role role on role.id = assigned.role_id
        join node on node.id = assigned.node_id
      where assigned.user_id in (terminal.active_user_id, holder.id) and not node.deleted
        and (node.id = any(place.parent_ids || place.id) or node.event_id = at_event)
    )
  )
  from terminal
    -- offset 0 keeps a subquery apart, so that nothing but what it looks up by chooses its index
    left join lateral (
      select * from till where till.event_id = terminal.event_id and till.terminal_id = terminal.id offset 0
    ) till on true
    join node place on place.id = coalesce(till.node_id, terminal.event_id)
    left join lateral (select * from user_tag where user_tag.uid = tag_uid offset 0) tag on tag.event_id = at_event
    left join lateral (
      select * from usr where usr.event_id = at_event and usr.user_tag_id = tag.id offset 0
    ) holder on true
  where terminal.event_id = at_event and terminal.id = at_terminal and terminal.session_hash = session
$$;

-- Stores a sign-in or sign-out at a terminal that was decided on `facts`, with its entry in the audit log (a row of it).
-- A sign-in is counted (`subject` not null) before anything is locked, and stays counted whatever comes of it.
--
-- outcome   'stored'; or why nothing was:
--           'limited'   too many sign-ins at the terminal lately; the next one is possible in `wait` seconds
--           'changed'   the facts are others by now, and `facts` has them
create function change_cashier(
  at_event bigint, at_terminal bigint, session bytea, tag_uid numeric, decided_on jsonb, steps jsonb, audit_json jsonb,
  subject bytea, most integer, period interval
)
returns table (outcome text, facts jsonb, wait float8)
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  said audit_log := jsonb_populate_record(null::audit_log, audit_json);
  counted timestamptz;
begin
  outcome := 'limited';
  if subject is not null then
    select tries.counted_at, tries.waits[1] into counted, wait
    from count_tries(array[subject], array[most], array[true], period) as tries;
    if counted is null then
      return next;
      return;
    end if;
  end if;

  -- As every change of the event's configuration, and then as all who book: accounts by ascending id.
  perform from event where event.event_id = at_event for no key update;
  perform from account
  where account.event_id = at_event and account.id = any(array(
    select register.account_id from cash_register register
    where register.event_id = at_event and register.id = any(array(
      select till.cash_register_id from till where till.event_id = at_event and till.terminal_id = at_terminal
      union all
      select holder.cash_register_id from usr holder
      where holder.event_id = at_event and holder.user_tag_id = (
        select tag.id from (select * from user_tag where user_tag.uid = tag_uid offset 0) tag where tag.event_id = at_event
      )
    ))
  ))
  order by account.id for update;

  -- A statement of its own, so that it sees everything that was committed before the locks were had.
  facts := sign_in_facts(at_event, at_terminal, session, tag_uid);
  if facts is distinct from decided_on then
    outcome := 'changed';
    return next;
    return;
  end if;

  update event set version = version + 1 where event.event_id = at_event;
  perform store_till_steps(at_event, steps);
  insert into audit_log (node_id, log_type, originating_user_id, originating_terminal_id, content)
  values (said.node_id, said.log_type, said.originating_user_id, said.originating_terminal_id, said.content);
  outcome := 'stored';
  facts := null;
  return next;
end
$$;
