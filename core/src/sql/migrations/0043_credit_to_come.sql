-- Credit of a presale ticket counts against the highest balance before it arrives with the wristband: a guest who topped up on
-- the web could not get in otherwise.

-- What the presale ticket of an account will bring, in cents: nothing once a wristband was handed out for it.
create function credit_to_come(of_event bigint, of_account bigint) returns bigint
language sql stable
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set plan_cache_mode = force_generic_plan
as $$
  select coalesce((
    select voucher.credit from ticket_voucher voucher
    where voucher.event_id = of_event and voucher.customer_account_id between of_account and of_account
      and voucher.redeemed_at is null and voucher.state = 'valid'
      and (
        select account.user_tag_id from account where account.event_id = of_event and account.id = of_account
      ) is null
      and (
        select true from user_tag_history past
        where past.event_id = of_event and past.account_id between of_account and of_account
        order by past.account_id limit 1
      ) is not true
    order by voucher.customer_account_id limit 1
  ), 0)
$$;

-- Tickets whose credit has yet to arrive, to find those whose credit would lift the balance above its limit.
create index ticket_voucher_credit on ticket_voucher (event_id, id)
where redeemed_at is null and state = 'valid' and credit > 0;

-- As before, and the credit of a presale ticket that has yet to arrive counts.
create or replace function register_card_payment(
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
      or customer.balance + pending_top_ups(payment.event_id, payment.customer_account_id)
        + credit_to_come(payment.event_id, payment.customer_account_id) + payment.amount > maximum
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
