-- What a ticket has of its shop: which event of which shop it is from, its date of a series, and credit that was bought with it but
-- whose money the shop does not have (any more). Tickets from before have none of it until the next reading of everything.

alter table ticket_voucher
  add shop text,
  add shop_date bigint,
  add credit_paid_back bigint not null default 0 check (credit_paid_back >= 0);

comment on column ticket_voucher.shop is
  'address, organiser and event of the ticket shop that it is from; null for tickets of files and for those imported before this was noted';

comment on column ticket_voucher.shop_date is 'the number of its date of an event series in the shop; null without dates';

comment on column ticket_voucher.credit_paid_back is
  'credit that was bought with it, in cents, but was paid back or not paid, so that it is no part of credit';

-- Shops number their positions each for itself.
drop index ticket_voucher_position;

create unique index ticket_voucher_position on ticket_voucher (event_id, shop_position, coalesce(shop, ''))
where shop_position is not null;

-- Credit that belongs to no ticket of its own order: to one of another order, as after a split, or to none.
create table presale_credit (
  event_id bigint not null references event,
  order_code text not null,
  position text not null,
  amount bigint not null check (amount > 0),
  placed_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (event_id, order_code, position)
);

create index presale_credit_position on presale_credit (event_id, position);

comment on table presale_credit is
  'Credit for the wristband that orders of the ticket shop have, beside that of their own tickets. Replaced with each version of an order.';

comment on column presale_credit.order_code is 'the order that paid for it';

comment on column presale_credit.position is 'the position of the ticket that it was bought for; empty if it names none';

comment on column presale_credit.amount is 'in cents';

comment on column presale_credit.placed_at is
  'when the order was placed: a ticket whose order was read before that had the credit as its own';

comment on column presale_credit.modified_at is 'the version of the order that has it';

-- Credit of a ticket that was paid back, for the load of a ticket sale, which must read by the key whatever it was planned for.
create function ticket_credit_paid_back(of_event bigint, of_voucher bigint)
returns bigint
language sql stable
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
  select voucher.credit_paid_back from ticket_voucher voucher
  where voucher.event_id = of_event and voucher.id between of_voucher and of_voucher
  order by voucher.id limit 1
$$;
