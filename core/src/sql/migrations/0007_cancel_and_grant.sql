-- Cancels and grants: each loads with one statement what it is decided on, and a grant is stored with one more.
--
-- Where all indexes of a table lead with the event, a row is looked up as a range of one in the order of its key: with
-- sorting off only the index that has this order will do, even if the plan is made while one is as good as another.

-- All that the cancel of an order is decided on beside the cached configuration: the configuration's version, the order with
-- its lines and postings, and the customer who paid as he is now. One row in any case; ids and cents in JSON are decimal text.
create function load_cancel(of_event bigint, of_order bigint)
returns table (
  version bigint, order_id bigint, order_type text, payment_method text, till_id bigint, till_node_id bigint,
  cancelled boolean, account_id bigint, balance bigint, vouchers integer, user_tag_id bigint, restriction text,
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
    customer.id, customer.balance, customer.vouchers, customer.user_tag_id, tag.restriction,
    (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'quantity', line.quantity, 'product', revision.data, 'product_revision_id', line.product_revision_id::text,
            'product_price', line.product_price::text, 'tax_rate_id', line.tax_rate_id::text,
            'tax_name', line.tax_name, 'tax_rate', line.tax_rate, 'total_price', line.total_price::text,
            'total_tax', line.total_tax::text, 'vouchers_redeemed', line.vouchers_redeemed
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
  user_tag_id bigint, tag_node_id bigint, tag_uid numeric, restriction text, tag_used boolean, chip_taken boolean,
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
-- of the audit log (a row of it). Locks come in the order that all keep to: the account, if it exists; the tag; its chip; and
-- last the request's id.
--
-- outcome   'booked', with the account as it is then; or why nothing was stored: 'stale' and 'lost' as `book` says, 'lost'
--           as well when the tag or its chip can't be had any more; 'exists' when a request with this id was granted
create function book_grant(
  openings_json jsonb, request_json jsonb, audit_json jsonb, entries_json jsonb, guards_json jsonb, postings_json jsonb
)
returns table (
  outcome text, node_id bigint, id bigint, type text, name text, comment text, balance bigint, vouchers integer,
  user_tag_id bigint, user_tag_uid numeric, user_tag_comment text, restriction text
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
        account.vouchers, account.user_tag_id, tag.uid, tag.comment, tag.restriction
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
        -- somebody was faster with the chip
        why := 'lost';
    end;
  end if;
  return query
  select why, null::bigint, null::bigint, null::text, null::text, null::text, null::bigint, null::integer, null::bigint,
    null::numeric, null::text, null::text;
end $$;
