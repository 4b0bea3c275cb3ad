import { revenueTypes } from "../base/RevenueAccount.ts"
import { baseCopies } from "../sql/BaseCopies.ts"
import { guessesPowerOfTwo, pinLetters } from "../wristband/PinDraw.ts"

/**
 * Facts that operators should know although no invariant is violated: products that are both returnable and payable by vouchers,
 * or whose account takes no sales, from before that was forbidden; money that guests of an archived event have not claimed;
 * PINs that can be guessed; and backups that no one made. PINs are checked at each import, but those of many imports together may be too short for their
 * number.
 */
export const notices = `
  select event_id, message from (
    select 1 as kind, event_id, id, format(
      'the product %s (id %s) is returnable and has a price in vouchers, so tills do not take it back; put another in its place',
      name, id
    ) as message
    from product where is_returnable and price_in_vouchers is not null
    union all
    select 2, product.event_id, product.id, format(
      'no till sells the product %s (id %s), as its account %s (%s) takes no sales; put another in its place',
      product.name, product.id, account.id, account.type
    )
    from product join account on account.event_id = product.event_id and account.id = product.target_account_id
    where account.type <> all(array[${revenueTypes.map((type) => `'${type}'`).join(", ")}])
    union all
    select 3, account.event_id, 0, format(
      '%s guests of this archived event have not claimed %s %s; they can be paid out once it is taken out of the archive',
      count(*), event.settings->>'currency_identifier', round(sum(account.balance) / 100.0, 2)
    )
    from account
      join node on node.id = account.node_id and node.read_only
      join event on event.event_id = account.event_id
    where account.type = 'private' and account.balance > 0
    group by account.event_id, event.settings
    union all
    select 4, event_id, 0, format(
      'the PINs of its %s wristbands can be guessed: the shortest has %s characters; that many wristbands need PINs of %s letters and digits',
      tags, shortest, needed
    )
    from (
      select tag.event_id, count(*) as tags, min(length(tag.pin)) as shortest,
        ceil((${guessesPowerOfTwo} * ln(2) + ln(count(*))) / ln(${pinLetters.length})) as needed
      from user_tag tag join node on node.id = tag.event_id and not node.read_only
      group by tag.event_id
    ) as pins
    where shortest < needed
    union all
    select 5, null, 0, format(
      'a copy of the whole in the backups is missed since %s; run wristbank backup', to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    )
    from ${baseCopies} where is_late
  ) as notice order by event_id, kind, id`
