-- What bookings at tills are decided on, each loaded by one statement, and how those are stored that hand out wristbands.
--
-- Where all indexes of a table lead with the event, a row is looked up as a range of one in the order of its key: with
-- sorting off only the index that has this order will do, even if the plan is made while one is as good as another.

create table grant_request (
  event_id bigint not null,
  request_id uuid not null,
  request_hash text not null,
  account_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (event_id, request_id),
  foreign key (event_id, account_id) references account
);

comment on table grant_request is 'Grants of free tickets and vouchers, so that one that is sent again is done once.';
comment on column grant_request.request_id is 'the id that the terminal made for the request; made by the server for a grant of vouchers that came without one';
comment on column grant_request.request_hash is 'of the content of the request; of a request that came without an id also of the terminal';
comment on column grant_request.account_id is 'the guest who got it';

-- Published terminals grant vouchers without an id, and send again when an answer is late. Such grants are kept with an id
-- that the server makes, and found by their content. A hash index answers this search alone: a plan made while the table was
-- small could take another kind for the search by id, and read all grants of the event once it has grown.
create index grant_request_content on grant_request using hash (request_hash);

-- A wristband that an order hands out.
create type tag_opening as (
  user_tag_id bigint,
  uid numeric(20, 0),
  account_id bigint,
  -- the account is that of the voucher; otherwise it is a new one
  ticket_voucher_id bigint,
  credit bigint
);

-- Locks what an order is going to open and tells whether all of it can still be had: no account has or had the tags, no
-- other tag has a chip of theirs, the vouchers are valid, unredeemed and carry the credit that was decided on, and no other
-- order has reserved any of it. The order of locks: tags, then vouchers, ascending.
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
    select voucher.redeemed_at, voucher.customer_account_id, voucher.state, voucher.credit into known
    from ticket_voucher voucher
    where voucher.event_id = of_event and voucher.id between opening.ticket_voucher_id and opening.ticket_voucher_id
    order by voucher.id for no key update;
    if not found or known.redeemed_at is not null or known.customer_account_id <> opening.account_id then
      return false;
    end if;
    -- Once the order waits for its card payment, it is booked as it was decided: the guest may have paid.
    if (known.state <> 'valid' or known.credit <> coalesce(opening.credit, 0)) and (
      select true from reserved_tag reserved
      where reserved.event_id = of_event
        and reserved.ticket_voucher_id between opening.ticket_voucher_id and opening.ticket_voucher_id
        and reserved.order_uuid = of_order
      order by reserved.ticket_voucher_id limit 1
    ) is not true then
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

-- Gives tags that hold_openings has locked their chips and their accounts, chips ascending, and notes when an account got
-- its first wristband.
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
      insert into account (event_id, id, node_id, type, user_tag_id, activated_at)
      values (of_event, opening.account_id, of_event, 'private', opening.user_tag_id, now());
      insert into customer (event_id, account_id) values (of_event, opening.account_id);
    else
      update account set user_tag_id = opening.user_tag_id, activated_at = coalesce(activated_at, now())
      where account.event_id = of_event and account.id = opening.account_id;
    end if;
  end loop;
end $$;

-- Notes with ticket vouchers that hold_openings has locked in which order they were redeemed, and the credit they brought.
create function redeem_vouchers(of_event bigint, of_order uuid, moment timestamptz, openings tag_opening[])
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
  foreach opening in array openings loop
    continue when opening.ticket_voucher_id is null;
    update ticket_voucher set redeemed_at = moment, order_uuid = of_order,
      credit_booked = coalesce(opening.credit, 0), credit_in_order = coalesce(opening.credit, 0)
    from (
      select voucher.ctid as place from ticket_voucher voucher
      where voucher.event_id = of_event and voucher.id between opening.ticket_voucher_id and opening.ticket_voucher_id
      order by voucher.id offset 0
    ) as held
    where ticket_voucher.ctid = held.place;
  end loop;
end $$;

-- Registers an order that will be paid by card. The parameters: a row of card_payment; the version of the configuration that
-- the decision relied on; of a top-up the tag it was decided for and the highest balance, against which the credit of a
-- presale ticket counts too; what a ticket sale opens, as tag_opening. It locks as bookings do: the customer's account,
-- tags, then the order's uuid.
--
-- 'registered'; or why it was not:
-- 'exists'      an order or a card payment has this uuid
-- 'stale'       the event's configuration has changed since the decision
-- 'lost'        something else that the decision relied on has changed
create function register_card_payment(
  payment_json jsonb, version bigint, user_tag_id bigint, maximum bigint, tags_json jsonb
) returns text
language plpgsql
as $$
#variable_conflict use_variable
declare
  payment card_payment := jsonb_populate_record(null::card_payment, payment_json);
  customer record;
begin
  if payment.order_type = 'top_up' then
    select account.balance, account.user_tag_id into customer from account
    where account.event_id = payment.event_id and account.id = payment.customer_account_id for no key update;
    if not found or customer.user_tag_id is distinct from user_tag_id
      or customer.balance + pending_top_ups(payment.event_id, payment.customer_account_id)
        + credit_to_come(payment.event_id, payment.customer_account_id) + payment.amount > maximum
    then
      return 'lost';
    end if;
  end if;

  if tags_json <> '[]' and not hold_openings(payment.event_id, payment.uuid, array(
    select opening from jsonb_populate_recordset(null::tag_opening, tags_json) as opening
  )) then
    return 'lost';
  end if;

  if version is distinct from (select event.version from event where event.event_id = payment.event_id) then
    return 'stale';
  end if;
  if exists (select from ordr where ordr.uuid = payment.uuid and ordr.event_id = payment.event_id) then
    return 'exists';
  end if;
  insert into card_payment select (payment).* on conflict do nothing;
  if not found then
    return 'exists';
  end if;
  insert into reserved_tag (event_id, user_tag_id, uid, ticket_voucher_id, order_uuid)
  select payment.event_id, opening.user_tag_id, opening.uid, opening.ticket_voucher_id, payment.uuid
  from jsonb_populate_recordset(null::tag_opening, tags_json) as opening order by opening.uid;
  return 'registered';
exception
  when unique_violation then
    return 'lost';
end $$;

-- All a booking's decision needs beside the cached configuration, for a batch of calls: the configuration's version, the
-- customer behind a tag with the top-ups that wait for their card payment, the balance of the till's register, the order if
-- the uuid has been booked before, and whether it is registered for payment by card.
create function load_booking(event_ids bigint[], uuids uuid[], tag_uids numeric[], register_accounts bigint[])
returns table (
  n bigint, version bigint, order_id bigint, request_hash text, registered boolean, user_tag_id bigint, variant_ids bigint[],
  account_id bigint, account_type text, balance bigint, vouchers integer, pending_top_ups bigint, register_balance bigint
)
language sql stable
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
  select call.n, (select event.version from event where event.event_id = call.event_id), known.id, known.request_hash,
    -- one that is not exists() can't become a hash of the whole table
    (
      select card_payment.status <> 'booked' from card_payment
      where card_payment.event_id = call.event_id and card_payment.uuid = call.uuid
    ) is true,
    tag.id, tag.variant_ids, customer.id, customer.type, customer.balance, customer.vouchers,
    -- as the function pending_top_ups, which would cost more than all the rest
    (
      select coalesce(sum(waiting.amount), 0)::bigint from (
        select * from card_payment
        where card_payment.customer_account_id = customer.id
          and card_payment.status = 'pending' and card_payment.order_type = 'top_up'
        offset 0
      ) as waiting where waiting.event_id = call.event_id
    ),
    (
      select register.balance from account register
      where register.event_id = call.event_id and register.id = call.register_account
    )
  from unnest(event_ids, uuids, tag_uids, register_accounts) with ordinality
      as call(event_id, uuid, tag_uid, register_account, n)
    -- offset 0 keeps a subquery apart, so that nothing but what it looks up by chooses its index
    left join lateral (select * from ordr where ordr.uuid = call.uuid offset 0) known
      on known.event_id = call.event_id
    left join lateral (select * from user_tag where user_tag.uid = call.tag_uid offset 0) tag
      on tag.event_id = call.event_id
    left join lateral (select * from account where account.user_tag_id = tag.id offset 0) customer
      on customer.event_id = call.event_id
  order by call.n
$$;

-- All that a ticket sale's decision needs beside the cached configuration, one row for each scanned tag; one row in any
-- case. An empty token stands for no voucher. Each tag comes with the id of a new account, should one be opened for it.
create function load_ticket_sale(
  of_event bigint, of_order uuid, register_account bigint, pins text[], uids numeric[], tokens text[]
)
returns table (
  n bigint, version bigint, order_id bigint, request_hash text, registered boolean, register_balance bigint,
  user_tag_id bigint, tag_node_id bigint, tag_uid numeric, variant_ids bigint[], tag_used boolean,
  chip_taken boolean, reserved boolean,
  voucher_id bigint, voucher_node_id bigint, voucher_created_at timestamptz, voucher_token text, voucher_redeemed boolean,
  voucher_state text, voucher_credit bigint,
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
    tag.id, tag.node_id, tag.uid, tag.variant_ids,
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
    voucher.state, voucher.credit,
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

-- Stores one order of the type ticket with the tags it hands out, all of it or nothing. The parameters are those of `book`,
-- for one entry, and a JSON array of openings. Locks come in the order that all keep to: guarded accounts that exist,
-- ascending; tags; vouchers; chips, ascending; the order's uuid. The outcome is that of `book`, and 'lost' as well when a
-- tag, a chip or a voucher is taken.
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
      perform redeem_vouchers(of_event, of_order, stored.booked_at, openings);
      return query
      select stored.n, stored.outcome, stored.order_id, stored.booked_at, stored.balances, stored.vouchers;
      return;
    exception
      when sqlstate 'WB001' then
        null;
      when unique_violation then
        -- another sale was faster with a chip
        why := 'lost';
    end;
  end if;
  return query select 1, why, null::bigint, clock_timestamp(), '{}'::bigint[], '{}'::integer[];
end $$;

-- All that the cancel of an order is decided on beside the cached configuration: the configuration's version, the order with
-- its lines and postings, and the customer who paid, as they are now. One row in any case; ids and cents in JSON are decimal
-- text.
create function load_cancel(of_event bigint, of_order bigint)
returns table (
  version bigint, order_id bigint, order_type text, payment_method text, till_id bigint, till_node_id bigint,
  cancelled boolean, account_id bigint, balance bigint, vouchers integer, user_tag_id bigint, variant_ids bigint[],
  lines jsonb, postings jsonb
)
language sql stable
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_generic_plan
as $$
  select (select event.version from event where event.event_id = of_event),
    stored.id, stored.order_type, stored.payment_method, stored.till_id, till.node_id,
    (
      select true from ordr other
      where other.event_id = of_event and other.cancels_order between of_order and of_order
      order by other.cancels_order limit 1
    ) is true,
    customer.id, customer.balance, customer.vouchers, customer.user_tag_id, tag.variant_ids,
    (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'quantity', line.quantity, 'product', revision.data, 'product_revision_id', line.product_revision_id::text,
            'product_price', line.product_price::text, 'tax_rate_id', line.tax_rate_id::text,
            'tax_name', line.tax_name, 'tax_rate', line.tax_rate, 'total_price', line.total_price::text,
            'total_tax', line.total_tax::text, 'vouchers_redeemed', line.vouchers_redeemed,
            'voucher_value', line.voucher_value::text, 'list_price', line.list_price::text
          ) order by line.item_id
        ), '[]'
      )
      -- offset 0 keeps a subquery apart, so that nothing but what it looks up by chooses its index
      from (
        select * from line_item where line_item.event_id = of_event and line_item.order_id = stored.id offset 0
      ) line
        left join lateral (
          select * from product_revision revision
          where revision.event_id = of_event and revision.id = line.product_revision_id offset 0
        ) revision on true
    ),
    (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'source', posting.source_account::text, 'target', posting.target_account::text,
            'amount', posting.amount::text, 'vouchers', posting.vouchers
          ) order by posting.id
        ), '[]'
      )
      from (
        select * from posting where posting.event_id = of_event and posting.order_id between stored.id and stored.id
        order by posting.order_id offset 0
      ) posting
    )
  from (select 1) as once
    left join lateral (
      select * from ordr where ordr.event_id = of_event and ordr.id between of_order and of_order
      order by ordr.id offset 0
    ) stored on true
    left join lateral (
      select * from till where till.event_id = of_event and till.id = stored.till_id offset 0
    ) till on true
    left join lateral (
      select * from account where account.event_id = of_event and account.id = stored.customer_account_id offset 0
    ) customer on true
    left join lateral (
      select * from user_tag
      where user_tag.event_id = of_event and user_tag.id between customer.user_tag_id and customer.user_tag_id
      order by user_tag.id offset 0
    ) tag on true
$$;

-- All that a grant is decided on beside the cached configuration: its version, what became of a request with the same id,
-- the tag with the PIN, the tag that has the chip and whose it is. One row in any case. For a PIN it takes the id of a new
-- account, should one be opened.
create function load_grant(of_event bigint, of_request uuid, of_pin text, of_uid numeric)
returns table (
  version bigint, request_hash text, granted_account_id bigint,
  user_tag_id bigint, tag_node_id bigint, tag_uid numeric, variant_ids bigint[], tag_used boolean, chip_taken boolean,
  reserved boolean, account_id bigint, account_type text, account_tag_id bigint, vouchers integer, new_account_id bigint
)
language sql volatile
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_generic_plan
as $$
  select (select event.version from event where event.event_id = of_event), known.request_hash, known.account_id,
    tag.id, tag.node_id, tag.uid, tag.variant_ids,
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
    chip.id is not null and chip.id is distinct from tag.id,
    (
      select true from reserved_tag held
      where held.event_id = of_event and held.user_tag_id between tag.id and tag.id order by held.user_tag_id limit 1
    ) is true
    or (
      select true from reserved_tag held
      where held.event_id = of_event and held.uid between of_uid and of_uid order by held.uid limit 1
    ) is true,
    owner.id, owner.type, owner.user_tag_id, owner.vouchers,
    case when of_pin is not null then nextval('account_id_seq') end
  from (select 1) as once
    -- offset 0 keeps a subquery apart, so that nothing but what it looks up by chooses its index
    left join lateral (
      select * from grant_request request
      where request.event_id = of_event and request.request_id = of_request offset 0
    ) known on true
    left join lateral (
      select * from user_tag where user_tag.event_id = of_event and user_tag.pin between of_pin and of_pin
      order by user_tag.pin offset 0
    ) tag on true
    left join lateral (select * from user_tag where user_tag.uid = of_uid offset 0) chip on chip.event_id = of_event
    left join lateral (select * from account where account.user_tag_id = chip.id offset 0) owner
      on owner.event_id = of_event
$$;

-- Stores a grant, all of it or nothing: the tag it hands out (a JSON array of one opening, or of none), its vouchers (the
-- parameters of `book`, for one entry), the request's id (a row of grant_request; its request_id may be null) and the entry
-- of the audit log (a row of it). Locks come in the order that all keep to: the account, if it exists; the tag; its chip;
-- and last the request's id.
--
-- outcome   'booked', with the account as it is then; or why nothing was stored: 'stale' and 'lost' as `book` says, 'lost'
--           as well when the tag or its chip is taken; 'exists' when a request with this id was granted
create function book_grant(
  openings_json jsonb, request_json jsonb, audit_json jsonb, entries_json jsonb, guards_json jsonb, postings_json jsonb
)
returns table (
  outcome text, node_id bigint, id bigint, type text, name text, comment text, balance bigint, vouchers integer,
  user_tag_id bigint, user_tag_uid numeric, user_tag_comment text, variant_ids bigint[]
)
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  request grant_request := jsonb_populate_record(null::grant_request, request_json);
  said audit_log := jsonb_populate_record(null::audit_log, audit_json);
  openings tag_opening[] := array(
    select listed from jsonb_populate_recordset(null::tag_opening, openings_json) as listed
  );
  held boolean;
  why text := 'lost';
begin
  perform from account
  where account.event_id = request.event_id and account.id = request.account_id for no key update;
  held := hold_openings(request.event_id, gen_random_uuid(), openings);
  -- A statement of its own, so that it sees a twin that was committed before the locks were had.
  if exists (
    select from grant_request known
    where known.event_id = request.event_id and known.request_id = request.request_id
  ) then
    why := 'exists';
  elsif held then
    begin
      perform open_tags(request.event_id, openings);
      select stored.outcome into strict why
      from book(entries_json, guards_json, '[]', postings_json) as stored;
      if why = 'booked' and request.request_id is not null then
        insert into grant_request (event_id, request_id, request_hash, account_id)
        values (request.event_id, request.request_id, request.request_hash, request.account_id)
        on conflict do nothing;
        if not found then
          why := 'exists';
        end if;
      end if;
      if why <> 'booked' then
        -- undoes everything since the inner begin
        raise exception using errcode = 'WB001';
      end if;
      insert into audit_log (node_id, log_type, originating_user_id, originating_terminal_id, content)
      values (said.node_id, said.log_type, said.originating_user_id, said.originating_terminal_id, said.content);
      return query
      select why, account.node_id, account.id, account.type, account.name, account.comment, account.balance,
        account.vouchers, account.user_tag_id, tag.uid, tag.comment, tag.variant_ids
      from account
        left join lateral (
          select * from user_tag
          where user_tag.event_id = request.event_id
            and user_tag.id between account.user_tag_id and account.user_tag_id
          order by user_tag.id offset 0
        ) tag on true
      where account.event_id = request.event_id and account.id = request.account_id;
      return;
    exception
      when sqlstate 'WB001' then
        null;
      when unique_violation then
        -- another sale was faster with the chip
        why := 'lost';
    end;
  end if;
  return query
  select why, null::bigint, null::bigint, null::text, null::text, null::text, null::bigint, null::integer, null::bigint,
    null::numeric, null::text, null::bigint[];
end $$;
