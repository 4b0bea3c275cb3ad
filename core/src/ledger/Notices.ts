/**
 * What operators ought to know although every rule holds: products that were made returnable and payable by vouchers before
 * that was refused, and money that guests of an archived event have not claimed.
 */
export const notices = `
  select event_id, message from (
    select 1 as kind, event_id, id, format(
      'the product %s (id %s) is returnable and has a price in vouchers, so tills do not take it back; put another in its place',
      name, id
    ) as message
    from product where is_returnable and price_in_vouchers is not null
    union all
    select 2, account.event_id, 0, format(
      '%s guests of this archived event have not claimed %s %s; they can be paid out once it is taken out of the archive',
      count(*), event.settings->>'currency_identifier', round(sum(account.balance) / 100.0, 2)
    )
    from account
      join node on node.id = account.node_id and node.read_only
      join event on event.event_id = account.event_id
    where account.type = 'private' and account.balance > 0
    group by account.event_id, event.settings
  ) as notice order by event_id, kind, id`
