-- A ticket sale hands out tags: in the commit of its order each learns its chip and gets its account.
--
-- Where all indexes of a table lead with the event, a row is looked up as a range of one in the order of its key: with
-- sorting off only the index that has this order will do, even if the plan is made while one is as good as another.

create type tag_opening as (
  user_tag_id bigint,
  uid numeric(20, 0),
  account_id bigint,
  -- the account is that of the voucher; otherwise it is a new one
  ticket_voucher_id bigint
);

-- Locks what an order is going to open and tells whether all of it can still be had: the tags are nobody's and never were,
-- no other tag has a chip of theirs, the vouchers are unredeemed, and no other order has reserved any of it. The order of
-- locks: tags, then vouchers, ascending.
create function hold_openings(of_event bigint, of_order uuid, openings tag_opening[])
returns boolean
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_generic_plan
as $$
declare
  opening tag_opening;
  known record;
begin
  foreach opening in array array(select listed from unnest(openings) as listed order by listed.user_tag_id) loop
    select tag.uid into known from user_tag tag
    where tag.event_id = of_event and tag.id between opening.user_tag_id and opening.user_tag_id
    order by tag.id for no key update;
    if not found or known.uid <> opening.uid then
      return false;
    end if;
  end loop;
  foreach opening in array array(
    select listed from unnest(openings) as listed where listed.ticket_voucher_id is not null
    order by listed.ticket_voucher_id
  ) loop
    select voucher.redeemed_at, voucher.customer_account_id into known from ticket_voucher voucher
    where voucher.event_id = of_event and voucher.id between opening.ticket_voucher_id and opening.ticket_voucher_id
    order by voucher.id for no key update;
    if not found or known.redeemed_at is not null or known.customer_account_id <> opening.account_id then
      return false;
    end if;
  end loop;

  -- Statements of their own, so that they see everything that was committed before the locks were had.
  foreach opening in array openings loop
    if (
        select true from (select * from account where account.user_tag_id = opening.user_tag_id offset 0) worn
        where worn.event_id = of_event limit 1
      ) is true
      or (
        select true from user_tag_history past
        where past.event_id = of_event and past.user_tag_id between opening.user_tag_id and opening.user_tag_id
        order by past.user_tag_id limit 1
      ) is true
      or (
        select true from (select * from user_tag where user_tag.uid = opening.uid offset 0) other
        where other.event_id = of_event and other.id <> opening.user_tag_id limit 1
      ) is true
      or (
        select true from reserved_tag reserved
        where reserved.event_id = of_event
          and reserved.user_tag_id between opening.user_tag_id and opening.user_tag_id
          and reserved.order_uuid <> of_order
        order by reserved.user_tag_id limit 1
      ) is true
      or (
        select true from reserved_tag reserved
        where reserved.event_id = of_event and reserved.uid between opening.uid and opening.uid
          and reserved.order_uuid <> of_order
        order by reserved.uid limit 1
      ) is true
      or (opening.ticket_voucher_id is not null and (
        (
          select true from reserved_tag reserved
          where reserved.event_id = of_event
            and reserved.ticket_voucher_id between opening.ticket_voucher_id and opening.ticket_voucher_id
            and reserved.order_uuid <> of_order
          order by reserved.ticket_voucher_id limit 1
        ) is true
        or (
          select true from account
          where account.event_id = of_event and account.id = opening.account_id and account.user_tag_id is not null
        ) is true
        or (
          select true from user_tag_history past
          where past.event_id = of_event and past.account_id between opening.account_id and opening.account_id
          order by past.account_id limit 1
        ) is true
      ))
    then
      return false;
    end if;
  end loop;
  return true;
end $$;

-- Gives tags that hold_openings has locked their chips and their accounts, chips ascending.
create function open_tags(of_event bigint, openings tag_opening[])
returns void
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_generic_plan
as $$
declare
  opening tag_opening;
begin
  foreach opening in array array(select listed from unnest(openings) as listed order by listed.uid) loop
    update user_tag set uid = opening.uid
    from (
      select tag.ctid as place from user_tag tag
      where tag.event_id = of_event and tag.id between opening.user_tag_id and opening.user_tag_id
      order by tag.id offset 0
    ) as held
    where user_tag.ctid = held.place and user_tag.uid is null;
    if opening.ticket_voucher_id is null then
      insert into account (event_id, id, node_id, type, user_tag_id)
      values (of_event, opening.account_id, of_event, 'private', opening.user_tag_id);
      insert into customer (event_id, account_id) values (of_event, opening.account_id);
    else
      update account set user_tag_id = opening.user_tag_id
      where account.event_id = of_event and account.id = opening.account_id;
    end if;
  end loop;
end $$;

-- Stores one order of the type ticket with the tags it hands out, all of it or nothing. The parameters are those of `book`,
-- for one entry, and a JSON array of openings. Locks come in the order that all keep to: guarded accounts that exist,
-- ascending; tags; vouchers; chips, ascending; the order's uuid. The outcome is that of `book`, and 'lost' as well when a
-- tag, a chip or a voucher can't be had any more.
create function book_ticket_sale(
  openings_json jsonb, entries_json jsonb, guards_json jsonb, lines_json jsonb, postings_json jsonb
)
returns table (n integer, outcome text, order_id bigint, booked_at timestamptz, balances bigint[], vouchers integer[])
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  of_event bigint := (entries_json -> 0 ->> 'event_id')::bigint;
  of_order uuid := (entries_json -> 0 ->> 'uuid')::uuid;
  openings tag_opening[] := array(
    select listed from jsonb_populate_recordset(null::tag_opening, openings_json) as listed
  );
  wanted guard;
  stored record;
  why text := 'lost';
begin
  foreach wanted in array array(select listed from jsonb_populate_recordset(null::guard, guards_json) as listed) loop
    perform from account
    where account.event_id = wanted.event_id and account.id = wanted.account_id for no key update;
  end loop;
  if hold_openings(of_event, of_order, openings) then
    begin
      perform open_tags(of_event, openings);
      select * into strict stored from book(entries_json, guards_json, lines_json, postings_json);
      if stored.outcome <> 'booked' then
        why := stored.outcome;
        -- undoes everything since the inner begin
        raise exception using errcode = 'WB001';
      end if;
      update ticket_voucher set redeemed_at = stored.booked_at, order_uuid = of_order
      where ticket_voucher.event_id = of_event and ticket_voucher.id = any(array(
        select listed.ticket_voucher_id from unnest(openings) as listed where listed.ticket_voucher_id is not null
      ));
      return query
      select stored.n, stored.outcome, stored.order_id, stored.booked_at, stored.balances, stored.vouchers;
      return;
    exception
      when sqlstate 'WB001' then
        null;
      when unique_violation then
        -- somebody was faster with a chip
        why := 'lost';
    end;
  end if;
  return query select 1, why, null::bigint, clock_timestamp(), '{}'::bigint[], '{}'::integer[];
end $$;

-- All that a ticket sale's decision needs beside the cached configuration, one row for each scanned tag; one row in any
-- case. An empty token stands for none. Each tag comes with the id of a new account, should one be opened for it.
create function load_ticket_sale(
  of_event bigint, of_order uuid, register_account bigint, pins text[], uids numeric[], tokens text[]
)
returns table (
  n bigint, version bigint, order_id bigint, request_hash text, registered boolean, register_balance bigint,
  user_tag_id bigint, tag_node_id bigint, tag_uid numeric, restriction text, tag_used boolean,
  chip_taken boolean, reserved boolean,
  voucher_id bigint, voucher_node_id bigint, voucher_created_at timestamptz, voucher_token text, voucher_redeemed boolean,
  account_id bigint, account_node_id bigint, account_name text, account_comment text, balance bigint, vouchers integer,
  pending_top_ups bigint, new_account_id bigint
)
language sql volatile
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_generic_plan
as $$
  select scan.n, (select event.version from event where event.event_id = of_event), known.id, known.request_hash,
    (
      select card_payment.status <> 'booked' from card_payment
      where card_payment.event_id = of_event and card_payment.uuid = of_order
    ) is true,
    (
      select register.balance from account register
      where register.event_id = of_event and register.id = register_account
    ),
    tag.id, tag.node_id, tag.uid, tag.restriction,
    -- exists() could become a hash of the whole table; these can't
    (
      select true from (select * from account where account.user_tag_id = tag.id offset 0) worn
      where worn.event_id = of_event limit 1
    ) is true
    or (
      select true from user_tag_history past
      where past.event_id = of_event and past.user_tag_id between tag.id and tag.id
      order by past.user_tag_id limit 1
    ) is true,
    (
      select true from (select * from user_tag where user_tag.uid = scan.uid offset 0) other
      where other.event_id = of_event and other.id is distinct from tag.id limit 1
    ) is true,
    (
      select true from reserved_tag held
      where held.event_id = of_event and held.user_tag_id between tag.id and tag.id and held.order_uuid <> of_order
      order by held.user_tag_id limit 1
    ) is true
    or (
      select true from reserved_tag held
      where held.event_id = of_event and held.uid between scan.uid and scan.uid and held.order_uuid <> of_order
      order by held.uid limit 1
    ) is true
    or (
      select true from reserved_tag held
      where held.event_id = of_event and held.ticket_voucher_id between voucher.id and voucher.id
        and held.order_uuid <> of_order
      order by held.ticket_voucher_id limit 1
    ) is true,
    voucher.id, voucher.node_id, voucher.created_at, voucher.token,
    voucher.redeemed_at is not null or owner.user_tag_id is not null
      or (
        select true from user_tag_history past
        where past.event_id = of_event and past.account_id between owner.id and owner.id
        order by past.account_id limit 1
      ) is true,
    owner.id, owner.node_id, owner.name, owner.comment, owner.balance, owner.vouchers,
    pending_top_ups(of_event, owner.id), nextval('account_id_seq')
  from (select 1) as once
    left join unnest(pins, uids, tokens) with ordinality as scan(pin, uid, token, n) on true
    -- offset 0 keeps a subquery apart, so that nothing but what it looks up by chooses its index
    left join lateral (select * from ordr where ordr.uuid = of_order offset 0) known on known.event_id = of_event
    left join lateral (
      select * from user_tag where user_tag.event_id = of_event and user_tag.pin between scan.pin and scan.pin
      order by user_tag.pin offset 0
    ) tag on true
    left join lateral (select * from ticket_voucher where ticket_voucher.token = scan.token offset 0) voucher
      on voucher.event_id = of_event
    left join lateral (
      select * from account where account.event_id = of_event and account.id = voucher.customer_account_id offset 0
    ) owner on true
  order by scan.n
$$;
