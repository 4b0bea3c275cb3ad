-- Three indexes of a sale were written at a random place: orders by uuid, orders by guest, postings by guest. In a large event each
-- of these is a page of its own, which goes whole into the log after every checkpoint. Orders of a guest are found by the
-- postings of the account; only those that moved nothing there need an index, and few do.
create index ordr_unmoved on ordr (event_id, customer_account_id, id)
where customer_account_id is not null
  and old_balance is not distinct from new_balance and old_vouchers is not distinct from new_vouchers;

-- The orders that name one of these accounts as their customer, and some that only moved money or vouchers of it.
create function orders_of(at_event bigint, accounts bigint[])
returns setof bigint
language sql stable
set enable_seqscan = off
as $$
  select posting.order_id from posting
  where posting.event_id = at_event and posting.source_account = any(accounts) and posting.order_id is not null
  union
  select posting.order_id from posting
  where posting.event_id = at_event and posting.target_account = any(accounts) and posting.order_id is not null
  union
  select ordr.id from ordr
  where ordr.event_id = at_event and ordr.customer_account_id = any(accounts)
    and ordr.old_balance is not distinct from ordr.new_balance
    and ordr.old_vouchers is not distinct from ordr.new_vouchers
$$;
