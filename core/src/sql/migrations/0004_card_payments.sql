-- Card payments at terminals: one row an order, whether the terminal registered it before the card was read or reported it
-- when it had been paid. Rows change as the provider answers; the order in the book never does.
create table card_payment (
  event_id bigint not null,
  uuid uuid not null,
  order_type text not null check (order_type in ('sale', 'top_up', 'ticket')),
  payment_type text not null check (payment_type in ('sumup_terminal', 'sumup_online')),
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('pending', 'booked', 'cancelled')),
  -- what the provider has said: nothing final yet, the same, other money, that nobody paid, nothing for too long
  verification text not null check (verification in ('unverified', 'verified', 'mismatch', 'failed', 'expired')),
  -- the provider's payment as it was last seen
  evidence jsonb,
  -- why an operator should look at it
  problem text,
  till_id bigint not null,
  cashier_id bigint,
  z_nr integer not null,
  customer_account_id bigint,
  request_hash text not null,
  -- the prepared order; none when the terminal booked without registering
  content jsonb,
  created_at timestamptz not null,
  -- when the provider was last asked, and seconds until it is asked again
  last_checked timestamptz,
  check_interval integer not null default 0,
  -- a worker that is asking has until then
  claimed_until timestamptz,
  primary key (event_id, uuid),
  check (status = 'booked' or content is not null)
) with (fillfactor = 80);

-- What is still to be found out.
create index card_payment_open on card_payment (event_id, created_at, uuid)
where verification = 'unverified' or status = 'pending';

create index card_payment_customer on card_payment (event_id, customer_account_id) where status = 'pending';

-- Tags, chips and pre-sale vouchers of ticket sales that wait for their card payment: nobody else may sell them.
create table reserved_tag (
  event_id bigint not null,
  user_tag_id bigint not null,
  uid numeric(20, 0) not null,
  ticket_voucher_id bigint,
  order_uuid uuid not null,
  primary key (event_id, user_tag_id),
  unique (event_id, uid)
);

create unique index reserved_tag_voucher on reserved_tag (event_id, ticket_voucher_id) where ticket_voucher_id is not null;

create index reserved_tag_order on reserved_tag (event_id, order_uuid);
