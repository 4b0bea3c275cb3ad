-- Stores journal entries that the pure decisions have made: a batch of any size in one statement and one commit. Every
-- entry is stored whole or not at all, and one that is refused does not touch the others.
--
-- Plans are made once per connection, perhaps when a table was still empty, and must stay right when it has grown: rows are
-- read by their key alone, never through a join, and an order's uuid is found taken by inserting it.

create type journal_entry as (
  n integer,
  event_id bigint,
  version bigint,
  uuid uuid,
  request_hash text,
  order_type text,
  payment_method text,
  z_nr integer,
  till_id bigint,
  cashier_id bigint,
  customer_account_id bigint,
  user_tag_id bigint,
  cash_register_id bigint,
  cancels_order bigint,
  item_count integer,
  buttons jsonb,
  conducting_user_id bigint,
  description text,
  -- of an order that was registered: when that was; null for now
  booked_at timestamptz,
  -- of an order paid by card: cents, and what the provider had said of it as a row of card_payment
  amount bigint,
  card_payment jsonb,
  -- position of the customer's account among the guards
  customer_guard integer,
  -- set while storing
  outcome text
);

create type guard as (
  n integer,
  event_id bigint,
  account_id bigint,
  balance bigint,
  vouchers integer,
  minimum bigint,
  maximum bigint,
  user_tag_id bigint
);

create type entry_line as (
  n integer,
  event_id bigint,
  item_id integer,
  quantity integer,
  product_id bigint,
  product_revision_id bigint,
  product_price bigint,
  tax_rate_id bigint,
  tax_name text,
  tax_rate integer,
  total_price bigint,
  total_tax bigint,
  vouchers_redeemed integer
);

create type entry_posting as (
  n integer,
  event_id bigint,
  source_account bigint,
  target_account bigint,
  amount bigint,
  vouchers integer,
  -- positions among the guards; null for accounts that are not guarded
  source_guard integer,
  target_guard integer
);

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

-- The parameters are JSON arrays of the four types above; n, counted from 1, says to which entry a guard, line or posting
-- belongs. Guards come by ascending event and account: that is the order in which all who book lock, so no two can wait for
-- each other. An account or an order uuid that appears twice has the batch refused whole.
--
-- outcome   'booked'; or why nothing was stored:
--           'exists'     an order with this uuid, or another cancel of the same order, is there; or its card payment is not as
--                        the decision knew it
--           'stale'      the event's configuration has changed since the decision (no version: nothing to compare)
--           'lost'       a balance, a voucher balance or the tag is no longer what the decision relied on
-- balances, vouchers: of the entry's guarded accounts after it, by ascending account id
create function book(entries_json jsonb, guards_json jsonb, lines_json jsonb, postings_json jsonb)
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
  moment timestamptz;
  entries journal_entry[];
  guards guard[];
  wanted guard;
  previous guard;
  at integer;
  known record;
  entry journal_entry;
  stored_id bigint;
  order_ids bigint[] := '{}';
  lost integer[] := '{}';
  balances_after bigint[] := '{}';
  vouchers_after integer[] := '{}';
begin
  guards := array(select listed from jsonb_populate_recordset(null::guard, guards_json) as listed);
  foreach wanted in array guards loop
    if (wanted.event_id, wanted.account_id) <= (previous.event_id, previous.account_id) then
      raise exception 'guards are not in ascending order' using errcode = 'cardinality_violation';
    end if;
    previous := wanted;
    select account.balance, account.vouchers, account.user_tag_id into known from account
    where account.event_id = wanted.event_id and account.id = wanted.account_id for no key update;
    if not found
      or known.balance + wanted.balance < wanted.minimum
      or known.vouchers + wanted.vouchers < 0
      or (wanted.user_tag_id is not null and known.user_tag_id is distinct from wanted.user_tag_id)
    then
      lost := lost || wanted.n;
    elsif wanted.maximum is not null then
      if known.balance + wanted.balance + pending_top_ups(wanted.event_id, wanted.account_id) > wanted.maximum then
        lost := lost || wanted.n;
      end if;
    end if;
    balances_after := balances_after || (known.balance + wanted.balance);
    vouchers_after := vouchers_after || (known.vouchers + wanted.vouchers);
  end loop;

  -- A statement of its own, so that it sees everything that was committed before the locks were had.
  entries := array(
    select row(
      entry.n, entry.event_id, entry.version, entry.uuid, entry.request_hash, entry.order_type, entry.payment_method,
      entry.z_nr, entry.till_id, entry.cashier_id, entry.customer_account_id, entry.user_tag_id, entry.cash_register_id,
      entry.cancels_order, entry.item_count, entry.buttons, entry.conducting_user_id, entry.description,
      entry.booked_at, entry.amount, entry.card_payment, entry.customer_guard,
      case
        when entry.version is not null and entry.version is distinct from (
          select event.version from event where event.event_id = entry.event_id
        ) then 'stale'
        when entry.n = any(lost) then 'lost'
        else 'booked'
      end
    )::journal_entry
    from jsonb_populate_recordset(null::journal_entry, entries_json) as entry
    order by entry.n
  );
  moment := clock_timestamp();

  -- By ascending uuid, the second part of the lock order. A twin that another server is storing is waited for.
  for entry in
    select * from unnest(entries) as listed where listed.outcome = 'booked' order by listed.uuid, listed.event_id
  loop
    continue when entry.uuid is null;
    if entry.amount is not null then
      if not card_payment_stands(entry) then
        entries[entry.n].outcome := 'exists';
        continue;
      end if;
    end if;
    at := entry.customer_guard;
    insert into ordr (
      event_id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id, cashier_id,
      customer_account_id, user_tag_id, cash_register_id, cancels_order, item_count, buttons,
      old_balance, new_balance, old_vouchers, new_vouchers
    ) values (
      entry.event_id, entry.uuid, entry.request_hash, entry.order_type, entry.payment_method,
      coalesce(entry.booked_at, moment), entry.z_nr, entry.till_id, entry.cashier_id, entry.customer_account_id,
      entry.user_tag_id, entry.cash_register_id, entry.cancels_order, entry.item_count, entry.buttons,
      balances_after[at] - guards[at].balance, balances_after[at], vouchers_after[at] - guards[at].vouchers,
      vouchers_after[at]
    ) on conflict do nothing returning id into stored_id;
    if found then
      order_ids[entry.n] := stored_id;
      if entry.amount is not null then
        perform book_card_payment(entry, moment);
      end if;
    else
      entries[entry.n].outcome := 'exists';
    end if;
  end loop;

  for at in 1 .. cardinality(guards) loop
    wanted := guards[at];
    if entries[wanted.n].outcome = 'booked' then
      update account set balance = balances_after[at], vouchers = vouchers_after[at]
      where account.event_id = wanted.event_id and account.id = wanted.account_id;
    end if;
  end loop;

  insert into line_item (
    event_id, order_id, item_id, quantity, product_id, product_revision_id, product_price, tax_rate_id, tax_name, tax_rate,
    total_price, total_tax, vouchers_redeemed
  )
  select line.event_id, order_ids[line.n], line.item_id, line.quantity, line.product_id, line.product_revision_id,
    line.product_price, line.tax_rate_id, line.tax_name, line.tax_rate, line.total_price, line.total_tax,
    line.vouchers_redeemed
  from jsonb_populate_recordset(null::entry_line, lines_json) as line
  where entries[line.n].outcome = 'booked';

  insert into posting (
    event_id, order_id, conducting_user_id, description, source_account, target_account, amount, vouchers, booked_at,
    source_balance, source_vouchers, target_balance, target_vouchers
  )
  select line.event_id, order_ids[line.n], entries[line.n].conducting_user_id,
    coalesce(entries[line.n].description, ''), line.source_account, line.target_account, line.amount, line.vouchers,
    moment, balances_after[line.source_guard], vouchers_after[line.source_guard], balances_after[line.target_guard],
    vouchers_after[line.target_guard]
  from jsonb_populate_recordset(null::entry_posting, postings_json) as line
  where entries[line.n].outcome = 'booked';

  insert into signing_job (event_id, order_id, till_id, created_at)
  select entry.event_id, order_ids[entry.n], entry.till_id, moment
  from unnest(entries) as entry
  where entry.outcome = 'booked' and entry.order_type not in ('cashier_shift_start', 'cashier_shift_end');

  return query
  select entry.n, entry.outcome, order_ids[entry.n], coalesce(entry.booked_at, moment),
    array(
      select balances_after[place] from generate_subscripts(guards, 1) as place where guards[place].n = entry.n
      order by place
    ),
    array(
      select vouchers_after[place] from generate_subscripts(guards, 1) as place where guards[place].n = entry.n
      order by place
    )
  from unnest(entries) as entry;
end $$;
