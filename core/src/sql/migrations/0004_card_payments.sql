-- Payments by card: one row an order, whether a terminal registered it before the card was read or reported it when it had
-- been paid. Rows change as the provider answers; the order in the book never does.
create table card_payment (
  event_id bigint not null,
  uuid uuid not null,
  order_type text not null check (order_type in ('sale', 'top_up', 'ticket')),
  payment_type text not null check (payment_type in ('sumup_terminal', 'sumup_online')),
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('pending', 'booked', 'cancelled')),
  -- what the provider said at last: nothing final, the order's money, other money, that nobody paid; or nothing in time
  verification text not null check (verification in ('unverified', 'verified', 'mismatch', 'failed', 'expired')),
  -- the provider's payment
  evidence jsonb,
  -- why somebody has to look at it
  problem text,
  till_id bigint not null,
  cashier_id bigint,
  z_nr integer not null,
  customer_account_id bigint,
  request_hash text not null,
  -- the prepared order; none when a terminal booked without registering
  content jsonb,
  created_at timestamptz not null,
  last_checked timestamptz,
  -- seconds until the provider is asked again, and when that is; null when there is nothing more to find out
  check_interval integer not null,
  next_check timestamptz,
  -- when an operator has settled it for good, and why so; the provider is asked no more, and nothing changes any more
  settled_at timestamptz,
  settled_reason text,
  primary key (event_id, uuid),
  check (status = 'booked' or content is not null),
  check ((settled_at is null) = (settled_reason is null)),
  check (settled_at is null or (status <> 'pending' and next_check is null))
) with (fillfactor = 80);

create index card_payment_due on card_payment (event_id, next_check) where next_check is not null;

create index card_payment_held on card_payment (event_id, created_at, uuid)
where settled_at is null and (problem is not null or (status = 'booked' and verification <> 'verified'));

-- Read while bookings are decided and stored: it leads with what is looked up, as explained at account_tag.
create index card_payment_customer on card_payment (customer_account_id, event_id)
where status = 'pending' and order_type = 'top_up';

-- Tags, chips and pre-sale vouchers of ticket sales that wait for their card payment: no other sale may take them.
create table reserved_tag (
  event_id bigint not null,
  user_tag_id bigint not null,
  uid numeric(20, 0) not null,
  ticket_voucher_id bigint,
  order_uuid uuid not null,
  primary key (event_id, user_tag_id),
  unique (event_id, uid),
  unique (event_id, ticket_voucher_id)
);

create index reserved_tag_order on reserved_tag (event_id, order_uuid);

-- What a customer's registered top-ups will bring, in cents: they count against the highest balance.
create function pending_top_ups(event_id bigint, account_id bigint) returns bigint
language sql stable
set enable_hashjoin = off
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
  select coalesce(sum(waiting.amount), 0)::bigint from (
    select * from card_payment
    where card_payment.customer_account_id = pending_top_ups.account_id
      and card_payment.status = 'pending' and card_payment.order_type = 'top_up'
    offset 0
  ) as waiting where waiting.event_id = pending_top_ups.event_id
$$;

-- Registers an order that will be paid by card. The parameters: a row of card_payment; the version of the configuration
-- that the decision relied on; of a top-up the tag it was decided for and the highest balance; what a ticket sale opens, as
-- tag_opening. It locks as bookings do: the customer's account, tags, then the order's uuid.
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
      or customer.balance + pending_top_ups(payment.event_id, payment.customer_account_id) + payment.amount > maximum
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
