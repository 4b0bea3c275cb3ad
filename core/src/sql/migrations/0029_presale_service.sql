-- The presale as a running service: readings that operators ask for, what the ticket shop reports by itself, and the check-ins
-- that are reported to it.

alter table presale_source
  -- an operator asked for a reading, of changes or of everything
  add requested_at timestamptz,
  add requested_everything boolean not null default false,
  -- the number of orders that the last reading found, by outcome
  add last_count jsonb,
  -- the sentence of problem by language
  add problem_sentence jsonb;

-- Orders that can't be imported are asked for again, those first that were not for longest.
alter table presale_order add problem_tried_at timestamptz;

alter table presale_case
  add settled_comment text,
  add check (settled_comment is null or settled_at is not null);

create index presale_case_open on presale_case (event_id, id) where settled_at is null;

alter table ticket_voucher
  -- the shop has a check-in of the ticket that is not ours
  add admitted_elsewhere_at timestamptz,
  -- the shop knows that the guest has their wristband
  add checked_in_at timestamptz,
  -- the shop refused the check-in, so it is not tried again
  add check_in_stopped_at timestamptz,
  -- null: at once
  add check_in_next_at timestamptz,
  add check_in_attempts integer not null default 0,
  -- why the last try failed, by language
  add check_in_problem jsonb;

-- Tickets of guests with a wristband whose check-in the shop does not know yet. A redemption makes a row of its own commit due.
create index ticket_voucher_check_in on ticket_voucher (event_id, check_in_next_at, id)
where redeemed_at is not null and shop_position is not null and checked_in_at is null and check_in_stopped_at is null;

create index ticket_voucher_check_in_stopped on ticket_voucher (event_id, id) where check_in_stopped_at is not null;

-- The address to which the shop reports changes holds a secret; a new one makes the former address invalid.
create table presale_webhook (
  event_id bigint primary key references event,
  secret_hash bytea not null,
  created_at timestamptz not null default now()
);

-- What the shop reported. Its content only says which order to read again.
create table presale_notification (
  event_id bigint not null references event,
  notification_id bigint not null,
  action text not null,
  order_code text not null,
  received_at timestamptz not null default now(),
  worked_at timestamptz,
  primary key (event_id, notification_id)
);

create index presale_notification_waiting on presale_notification (event_id, received_at) where worked_at is null;

-- When somebody else checked a ticket in, for the load of a ticket sale, which must read by the key whatever it was planned for.
create function ticket_checked_in_elsewhere(of_event bigint, of_voucher bigint)
returns timestamptz
language sql stable
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
  select voucher.admitted_elsewhere_at from ticket_voucher voucher
  where voucher.event_id = of_event and voucher.id between of_voucher and of_voucher
  order by voucher.id limit 1
$$;
