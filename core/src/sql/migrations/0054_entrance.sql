-- What the ticket shop wants the entrance to know of a ticket: its own scanner refuses a ticket before and after its validity, and shows
-- what is to be checked. The names of products come with the next reading of everything.
alter table ticket_voucher
  add column valid_from timestamptz,
  add column valid_until timestamptz,
  add column needs_attention boolean not null default false,
  add column entrance_note text;

comment on column ticket_voucher.valid_from is 'by the ticket shop, before when the entrance refuses it; null for always';

comment on column ticket_voucher.valid_until is 'by the ticket shop, after when the entrance refuses it; null for always';

comment on column ticket_voucher.needs_attention is 'whether the ticket shop asks the entrance to look at it more closely';

comment on column ticket_voucher.entrance_note is 'what the ticket shop wants to be checked at the entrance';

update presale_source set read_all_at = null;

drop function ticket_checked_in_elsewhere;

-- What the ticket shop says of a ticket, for the load of a ticket sale, which must read by the key whatever it was planned for.
create function ticket_at_entrance(of_event bigint, of_voucher bigint)
returns table (
  voucher_product_name text, voucher_valid_from timestamptz, voucher_valid_until timestamptz, voucher_needs_attention boolean,
  voucher_entrance_note text, voucher_checked_in_elsewhere_at timestamptz
)
language sql stable
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
  select voucher.product_name, voucher.valid_from, voucher.valid_until, voucher.needs_attention, voucher.entrance_note,
    voucher.admitted_elsewhere_at
  from ticket_voucher voucher
  where voucher.event_id = of_event and voucher.id between of_voucher and of_voucher
  order by voucher.id limit 1
$$;
