-- All a booking's decision needs beside the cached configuration, for a batch of calls: the configuration's version, the
-- customer behind a tag with the top-ups that wait for their card payment, the balance of the till's register, the order if
-- the uuid has been booked before, and whether it is registered for payment by card.
create function load_booking(event_ids bigint[], uuids uuid[], tag_uids numeric[], register_accounts bigint[])
returns table (
  n bigint, version bigint, order_id bigint, request_hash text, registered boolean, user_tag_id bigint, restriction text,
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
    tag.id, tag.restriction, customer.id, customer.type, customer.balance, customer.vouchers,
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
