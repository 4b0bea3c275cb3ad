-- Payments by card, and what the provider says of them.

create table card_payment (
  event_id bigint not null,
  uuid uuid not null,
  order_type text not null check (order_type in ('sale', 'top_up', 'ticket')),
  payment_type text not null check (payment_type in ('sumup_terminal', 'sumup_online')),
  amount bigint not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('pending', 'booked', 'cancelled')),
  verification text not null check (verification in ('unverified', 'verified', 'mismatch', 'failed', 'expired')),
  evidence jsonb,
  problem text,
  till_id bigint not null,
  cashier_id bigint,
  z_nr integer not null,
  customer_account_id bigint,
  request_hash text not null,
  content jsonb,
  created_at timestamptz not null,
  last_checked timestamptz,
  check_interval integer not null,
  next_check timestamptz,
  settled_at timestamptz,
  settled_reason text,
  -- no cashier made such an order, and it is booked at the virtual till
  checkout_id text,
  valid_until timestamptz,
  primary key (event_id, uuid),
  check (status = 'booked' or content is not null),
  check ((settled_at is null) = (settled_reason is null)),
  check (settled_at is null or (status <> 'pending' and next_check is null)),
  check (payment_type = 'sumup_terminal' or (cashier_id is null and order_type = 'top_up'))
) with (fillfactor = 80);

comment on table card_payment is 'Payments by card: one row for each order, registered before the card was read or reported when it had been paid. Rows change as the provider answers; the order in the ledger never does.';
comment on column card_payment.uuid is 'of the order';
comment on column card_payment.order_type is 'kind of the order';
comment on column card_payment.payment_type is 'at a terminal, or on the web';
comment on column card_payment.amount is 'in cents';
comment on column card_payment.currency is 'as the provider is asked';
comment on column card_payment.status is 'whether the order is waiting, in the ledger, or given up';
comment on column card_payment.verification is 'what the provider said last: nothing final, the order''s money, other money, that it was not paid, or nothing in time';
comment on column card_payment.evidence is 'the provider''s payment';
comment on column card_payment.problem is 'why an operator has to look at it; null if there is no reason to';
comment on column card_payment.till_id is 'where it was made';
comment on column card_payment.cashier_id is 'who made it; null on the web';
comment on column card_payment.z_nr is 'closing of the till';
comment on column card_payment.customer_account_id is 'the guest; null for a sale without a wristband';
comment on column card_payment.request_hash is 'of the content of the request: the same uuid with other content is refused';
comment on column card_payment.content is 'the prepared order; null when a terminal booked without registering';
comment on column card_payment.last_checked is 'when the provider was asked last';
comment on column card_payment.check_interval is 'seconds until the provider is asked again';
comment on column card_payment.next_check is 'when that is; null when there is nothing more to find out';
comment on column card_payment.settled_at is 'when an operator settled it; the provider is not asked from then on, and nothing changes';
comment on column card_payment.settled_reason is 'why they did so';
comment on column card_payment.checkout_id is 'the provider''s id of a top-up on the web';
comment on column card_payment.valid_until is 'until when the provider lets it be paid';

create index card_payment_due on card_payment (event_id, next_check) where next_check is not null;

create index card_payment_held on card_payment (event_id, created_at, uuid)
where settled_at is null and (problem is not null or (status = 'booked' and verification <> 'verified'));

-- Read while bookings are decided and stored: it leads with what is looked up, as explained at account_tag.
create index card_payment_customer on card_payment (customer_account_id, event_id)
where status = 'pending' and order_type = 'top_up';

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

comment on table reserved_tag is 'Wristbands and ticket vouchers of ticket sales that wait for their card payment: no other sale may take them.';
comment on column reserved_tag.user_tag_id is 'the wristband';
comment on column reserved_tag.uid is 'its chip number';
comment on column reserved_tag.ticket_voucher_id is 'the ticket voucher; null without one';
comment on column reserved_tag.order_uuid is 'the order that waits';

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

-- Whether the card payment of an order is as the decision to book it knew it: none, unless the decision was about one
-- ('instead_of'), else not dismissed by an operator and with no other word of the provider. It stays so until the commit.
create function card_payment_stands(entry journal_entry) returns boolean
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  known record;
begin
  select payment.verification, payment.settled_at into known from card_payment payment
  where payment.event_id = entry.event_id and payment.uuid = entry.uuid for no key update;
  return not found or (
    known.settled_at is null and known.verification is not distinct from entry.card_payment ->> 'instead_of'
  );
end $$;

-- Notes that an order paid by card has been booked, in its commit. Unless the provider has confirmed the payment, it is asked
-- later.
create function book_card_payment(entry journal_entry, moment timestamptz) returns void
language plpgsql
as $$
#variable_conflict use_column
declare
  said card_payment := jsonb_populate_record(null::card_payment, entry.card_payment);
begin
  insert into card_payment (
    event_id, uuid, order_type, payment_type, amount, currency, status, verification, evidence, till_id, cashier_id, z_nr,
    customer_account_id, request_hash, created_at, last_checked, check_interval, next_check
  )
  select entry.event_id, entry.uuid, entry.order_type,
    case entry.payment_method when 'sumup' then 'sumup_terminal' else 'sumup_online' end, entry.amount,
    event.settings ->> 'currency_identifier', 'booked', coalesce(said.verification, 'unverified'), said.evidence,
    entry.till_id, entry.cashier_id, entry.z_nr, entry.customer_account_id, entry.request_hash,
    coalesce(entry.booked_at, moment), said.last_checked, coalesce(said.check_interval, 1),
    case when said.verification is null then moment + interval '20 seconds' else said.next_check end
  from event where event.event_id = entry.event_id
  on conflict (event_id, uuid) do update set
    order_type = excluded.order_type, payment_type = excluded.payment_type, amount = excluded.amount,
    status = 'booked', verification = excluded.verification,
    evidence = coalesce(excluded.evidence, card_payment.evidence), problem = null, till_id = excluded.till_id,
    cashier_id = excluded.cashier_id, z_nr = excluded.z_nr, customer_account_id = excluded.customer_account_id,
    request_hash = excluded.request_hash, last_checked = excluded.last_checked,
    check_interval = excluded.check_interval, next_check = excluded.next_check;
  if entry.order_type = 'ticket' then
    delete from reserved_tag where event_id = entry.event_id and order_uuid = entry.uuid;
  end if;
end $$;

-- A row stays open while a process works at it, until lease_until; after a failure it waits as long for the next try.
create table reconciliation (
  event_id bigint not null references event,
  id bigint generated by default as identity,
  day date not null,
  status text not null check (status in ('open', 'done')),
  started_at timestamptz not null,
  finished_at timestamptz,
  lease_until timestamptz,
  failures integer not null default 0,
  problem text,
  transactions integer not null default 0,
  unreadable integer not null default 0,
  orders integer not null default 0,
  matched integer not null default 0,
  differences integer not null default 0,
  unresolved integer not null default 0,
  paid bigint not null default 0,
  booked bigint not null default 0,
  returned bigint not null default 0,
  primary key (event_id, id),
  check ((status = 'done') = (finished_at is not null)),
  check (status = 'open' or (lease_until is null and problem is null))
);

comment on table reconciliation is 'Comparisons of the card provider''s list of a day with what was booked.';
comment on column reconciliation.day is 'by the clocks at the event';
comment on column reconciliation.status is 'open while a process works at it';
comment on column reconciliation.started_at is 'when it began';
comment on column reconciliation.finished_at is 'when it ended';
comment on column reconciliation.lease_until is 'until when a process works at it, or waits after a failure';
comment on column reconciliation.failures is 'failures so far';
comment on column reconciliation.problem is 'why the last try failed';
comment on column reconciliation.transactions is 'payments and refunds of the day at the provider';
comment on column reconciliation.unreadable is 'of these, those that could not be read';
comment on column reconciliation.orders is 'orders of the day';
comment on column reconciliation.matched is 'of these, those with their payment';
comment on column reconciliation.differences is 'differences that were found';
comment on column reconciliation.unresolved is 'of these, those that an operator has to look into';
comment on column reconciliation.paid is 'paid at the provider, in cents';
comment on column reconciliation.booked is 'booked, in cents';
comment on column reconciliation.returned is 'gone back to guests, in cents';

create unique index reconciliation_open on reconciliation (event_id, day) where status = 'open';

create index reconciliation_day on reconciliation (event_id, day, status);

create table reconciliation_difference (
  event_id bigint not null,
  reconciliation_id bigint not null,
  n integer not null,
  kind text not null,
  order_uuid uuid,
  transaction_id text,
  transaction_code text,
  order_amount bigint,
  paid_amount bigint,
  currency text not null,
  at timestamptz not null,
  resolved boolean not null,
  primary key (event_id, reconciliation_id, n),
  foreign key (event_id, reconciliation_id) references reconciliation
);

comment on table reconciliation_difference is 'What a comparison found.';
comment on column reconciliation_difference.reconciliation_id is 'the comparison';
comment on column reconciliation_difference.n is 'number in the report';
comment on column reconciliation_difference.kind is 'what differs';
comment on column reconciliation_difference.order_uuid is 'the order; null without one';
comment on column reconciliation_difference.transaction_id is 'the provider''s payment; null without one';
comment on column reconciliation_difference.transaction_code is 'its code on the slip';
comment on column reconciliation_difference.order_amount is 'of the order, in cents';
comment on column reconciliation_difference.paid_amount is 'of the payment, in cents';
comment on column reconciliation_difference.currency is 'of the payment';
comment on column reconciliation_difference.at is 'when it was paid or booked';
comment on column reconciliation_difference.resolved is 'whether it has been looked into';

create index reconciliation_returned on reconciliation_difference (event_id, order_uuid)
where kind in ('refunded', 'charged_back');

create table card_authorisation (
  event_id bigint not null references event,
  state_hash text not null,
  user_id bigint not null,
  redirect_uri text not null,
  expires_at timestamptz not null,
  primary key (event_id, state_hash)
);

comment on table card_authorisation is 'Administrators who were sent to the card provider, to let the event take cards in its account.';
comment on column card_authorisation.state_hash is 'SHA-256 in hexadecimal of the state that the returning user must show';
comment on column card_authorisation.user_id is 'the administrator';
comment on column card_authorisation.redirect_uri is 'where the provider sends them back';
comment on column card_authorisation.expires_at is 'until when they may come back';
