import type { SqlClient } from "effect/sql"
import { tagUidHex } from "../wristband/GuestSearch.ts"
import { mostHits } from "./SearchHit.ts"
import { searchFragments, type SearchRequest } from "./SearchRequest.ts"

/** Values of a customer, in the form of their index. */
const customerWords =
  "search_lexemes(customer.event_id, coalesce(customer.account_name, '') || ' ' || split_part(coalesce(customer.email, ''), '@', 1))"

/** Whether a text is an e-mail address, or begins one as far as its provider. */
const isAddress = (text: string) => /^\S+@\S*$/.test(text)

/**
 * Looks a row up by its key. The planner can't tell how few rows a search finds, and would read the whole table otherwise;
 * `offset 0` prevents that.
 */
const lookUp = (table: string, alias: string, condition: string) =>
  `lateral (select * from ${table} ${alias} where ${condition} offset 0) ${alias}`

const accountOf = (owner: string, key: string) =>
  lookUp("account", "account", `account.event_id = ${owner}.event_id and account.id = ${owner}.${key}`)

/** Searches guests, and wristbands that no one has. */
export const guestSearches = (sql: SqlClient.SqlClient) => {
  const { inScope, rankOf } = searchFragments(sql)

  /**
   * Tags by PIN or chip as `tag`, with `range`; in the order of their index, so that a limit ends the look-up. Only by whole
   * values where hits may be rare among all tags that begin so, as the limit would not end it then.
   */
  const tagsBy = (by: "pin" | "chip", { beginnings, query }: SearchRequest, rare: boolean) => {
    const { from, to } = beginnings && !rare ? query.pins : { from: query.code, to: query.code }
    const exact = query.chips.map((chip) => ({ from: chip, to: chip }))
    const chips = beginnings && !rare ? [...exact, ...query.chipRanges] : exact
    const numbers = (end: "from" | "to") => chips.map((range) => String(range[end]))
    return by === "pin"
      ? {
        ranges: sql`(values (${from}::text, ${to}::text)) as range (lowest, highest)`,
        order: sql.literal(`(searched_code(tag.pin) collate "C")`),
        whole: sql`searched_code(tag.pin) = ${query.code}`
      }
      : {
        ranges: sql`unnest(${numbers("from")}::numeric[], ${numbers("to")}::numeric[]) as range (lowest, highest)`,
        order: sql.literal("tag.uid"),
        whole: sql`range.lowest = range.highest`
      }
  }

  const guestColumns = sql.literal(`'guest' as kind, account.id, account.node_id,
      coalesce(
        nullif(account.name, ''), nullif(customer.account_name, ''), nullif(customer.email, ''), tag.pin, account.id::text
      ) as title`)

  const withCustomer = sql.literal(
    `join ${
      lookUp("customer", "customer", "customer.event_id = account.event_id and customer.account_id = account.id")
    } on true`
  )

  const withTag = sql.literal(
    `left join ${lookUp("user_tag", "tag", "tag.event_id = account.event_id and tag.id = account.user_tag_id")} on true`
  )

  const tagDetail = (found: string) => sql.literal(`nullif(concat_ws(' · ', tag.pin, ${tagUidHex}, ${found}), '')`)

  /** Guests by the PIN or the chip of their wristband, or of one that they had before. */
  const guestsByTag = (request: SearchRequest, by: "pin" | "chip", former: boolean) => {
    const { order, ranges, whole } = tagsBy(by, request, former)
    const owner = former
      ? sql`user_tag_history past on past.event_id = tag.event_id and past.user_tag_id = tag.id
            join ${sql.literal(accountOf("past", "account_id"))} on account.user_tag_id is distinct from tag.id`
      : sql`${
        sql.literal(
          lookUp("account", "account", "account.event_id = tag.event_id and account.user_tag_id = tag.id")
        )
      } on true`
    return sql`select hit.* from ${ranges} cross join lateral (
          select ${guestColumns}, ${tagDetail("null")} as detail, ${former ? `former_${by}` : by} as found_by,
            case when ${whole} then ${former ? 1 : 0}::int else 3 end as rank
          from user_tag tag join ${owner} ${withCustomer}
          where tag.event_id = ${request.eventId} and ${order} between range.lowest and range.highest
            and ${inScope(request, "guest", "account.node_id")}
          order by ${order} limit ${mostHits}
        ) as hit`
  }

  /** Wristbands that no account has now. */
  const freeTags = (request: SearchRequest, by: "pin" | "chip") => {
    const { order, ranges } = tagsBy(by, request, true)
    return sql`select hit.* from ${ranges} cross join lateral (
          select 'user_tag' as kind, tag.id, tag.node_id, tag.pin as title, ${sql.literal(tagUidHex)} as detail,
            ${by} as found_by, 1 as rank
          from user_tag tag
          where tag.event_id = ${request.eventId} and ${order} between range.lowest and range.highest
            and ${inScope(request, "user_tag", "tag.node_id")}
            and not exists (select from account where account.user_tag_id = tag.id and account.event_id = tag.event_id)
          order by ${order} limit ${mostHits}
        ) as hit`
  }

  const guestsByIban = (request: SearchRequest, { from, to }: { readonly from: string; readonly to: string }) =>
    sql`select * from (select ${guestColumns}, ${tagDetail("customer.iban")} as detail, 'iban' as found_by,
          case when customer.iban = ${from} then 0 else 3 end as rank
        from customer join ${sql.literal(accountOf("customer", "account_id"))} on true ${withTag}
        where customer.event_id = ${request.eventId} and customer.iban is not null
          and (customer.iban collate "C") between ${from} and ${to} and ${inScope(request, "guest", "account.node_id")}
        order by (customer.iban collate "C") limit ${mostHits}) as hit`

  /** Guests by the words of their name and their e-mail address. */
  const guestsByWords = (request: SearchRequest, words: string) =>
    sql`select ${guestColumns}, ${tagDetail("customer.email")} as detail,
          case when search_lexemes(0, coalesce(customer.account_name, '')) @@ search_query(0, ${words})
            then 'name' else 'email' end as found_by, best.rank
        from (
          select customer.event_id, customer.account_id,
            least(${rankOf("coalesce(customer.account_name, '')", words)}, ${
      rankOf("coalesce(customer.email, '')", words)
    }) as rank
          from customer join ${sql.literal(accountOf("customer", "account_id"))} on true
          where ${sql.literal(customerWords)} @@ search_query(${request.eventId}, ${words.replace(/@\S*/, "")})
            and (${!isAddress(words)} or starts_with(search_text(customer.email), search_text(${words})))
            and (customer.account_name is not null or customer.email is not null)
            and customer.event_id = ${request.eventId} and ${inScope(request, "guest", "account.node_id")}
          order by rank, customer.account_name collate "C", customer.account_id limit ${mostHits}
        ) as best
          join ${sql.literal(accountOf("best", "account_id"))} on true
          ${withCustomer} ${withTag}`

  /** Guests by the words of the name that the ticket shop has of them. */
  const guestsByShopName = (request: SearchRequest, words: string) =>
    sql`select ${guestColumns}, ${tagDetail("customer.email")} as detail, 'name' as found_by, best.rank
        from (
          select account.event_id, account.id, ${rankOf("account.name", words)} as rank
          from account
          where search_lexemes(account.event_id, account.name) @@ search_query(${request.eventId}, ${words})
            and account.type = 'private' and account.name is not null
            and account.event_id = ${request.eventId} and ${inScope(request, "guest", "account.node_id")}
          order by rank, account.name collate "C", account.id limit ${mostHits}
        ) as best
          join ${sql.literal(accountOf("best", "id"))} on true
          ${withCustomer} ${withTag}`

  /** Guests by the whole code of their presale ticket, with or without a wristband. */
  const guestsByTicket = (request: SearchRequest) =>
    sql`select * from (select ${guestColumns}, ${tagDetail("customer.email")} as detail, 'ticket' as found_by, 0 as rank
        from ticket_voucher ticket join ${
      sql.literal(accountOf("ticket", "customer_account_id"))
    } on true ${withCustomer} ${withTag}
        where ticket.event_id = ${request.eventId} and (searched_code(ticket.token) collate "C") = ${request.query.code}
          and ${inScope(request, "guest", "account.node_id")}
        order by ticket.id limit ${mostHits}) as hit`

  const guests = (request: SearchRequest) => {
    const { beginnings, query: { ibans, words } } = request
    return [
      ...(["pin", "chip"] as const).flatMap((by) => [false, true].map((former) => guestsByTag(request, by, former))),
      ...(beginnings && ibans !== null ? [guestsByIban(request, ibans)] : []),
      guestsByTicket(request),
      ...(beginnings && words !== null ? [guestsByWords(request, words), guestsByShopName(request, words)] : [])
    ]
  }

  return { freeTags, guests }
}
