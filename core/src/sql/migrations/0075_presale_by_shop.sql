-- Ticket shops number their orders each for itself: what is known of an order belongs to its shop. Empty for tickets of files. What
-- can't be told from tickets is found again by a reading of everything.

alter table presale_order add shop text not null default '';

update presale_order known set shop = found.shop
from (
  select event_id, external_reference as code, min(shop) as shop from ticket_voucher
  where shop is not null and external_reference is not null group by event_id, external_reference
) found
where found.event_id = known.event_id and found.code = known.code;

delete from presale_order where shop = '' and problem is not null;

alter table presale_order drop constraint presale_order_pkey;

alter table presale_order add primary key (event_id, shop, code);

comment on column presale_order.shop is
  'address, organiser and event of the ticket shop that numbers it; empty for orders of files and for those of which it is not known';

alter table presale_credit add shop text not null default '';

update presale_credit paid set shop = coalesce((
  select min(voucher.shop) from ticket_voucher voucher
  where voucher.event_id = paid.event_id and voucher.shop is not null
    and (voucher.external_reference = paid.order_code or voucher.shop_position = paid.position)
), '');

alter table presale_credit drop constraint presale_credit_pkey;

alter table presale_credit add primary key (event_id, shop, order_code, position);

comment on column presale_credit.shop is 'the shop of the order, as in presale_order; empty if it is not known';

alter table presale_case add shop text not null default '';

update presale_case opened set shop = coalesce((
  select min(voucher.shop) from ticket_voucher voucher
  where voucher.event_id = opened.event_id and voucher.shop is not null
    and (voucher.id = opened.ticket_voucher_id or voucher.external_reference = opened.order_code)
), '');

comment on column presale_case.shop is 'the shop of the order, as in presale_order; empty if it is not known';

update presale_source set requested_at = clock_timestamp(), requested_everything = true;
