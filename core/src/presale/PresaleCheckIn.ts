import { DateTime } from "effect"
import { createHash } from "node:crypto"
import { say, type Sentence } from "../base/Sentence.ts"
import { type ShopEvent, shopEventOf } from "../event/ShopEvent.ts"
import { presaleRules } from "./PresaleRules.ts"
import type { CheckInRefusal } from "./PretixCalls.ts"
import type { PretixCheckInList } from "./PretixShop.ts"

/** Seconds until the next try of a check-in that failed this many times: 30, 60, 120 and so on up to a day. */
export const pauseOfCheckIn = (attempts: number): number => Math.min(86_400, 30 * 2 ** Math.min(attempts - 1, 20))

/** The time of the next try after a failure, which is later if the shop asked for it. */
export const nextTry = (now: DateTime.Utc, attempts: number, retryAfterSeconds: number | null): DateTime.Utc =>
  DateTime.add(now, { seconds: Math.max(pauseOfCheckIn(attempts), retryAfterSeconds ?? 0) })

/**
 * Identifies the check-in of a ticket at the shop: the same again is the same check-in, so that any try may be repeated.
 */
export const nonceOf = (eventId: bigint, ticketId: bigint, position: string): string =>
  createHash("sha256").update(`wristbank check-in ${eventId} ${ticketId} ${position}`).digest("hex").slice(0, 32)

/**
 * Whether a shop may be told that a ticket was checked in: only the one that it is from. Another would refuse it, or take it for a
 * ticket of its own with the same code. It isn't told either while the ticket's shop is not known.
 */
export const isFrom = (ticket: { readonly shop: string | null }, shop: ShopEvent): boolean =>
  ticket.shop === shopEventOf(shop)

/** Whether a list has the tickets of all dates that are imported; an empty set of dates is all of them. */
export const hasAllDates = (
  list: Pick<PretixCheckInList, "subevent"> | undefined,
  dates: ReadonlySet<bigint>
): boolean => {
  const date = list?.subevent ?? null
  return date === null || (dates.size === 1 && dates.has(BigInt(date)))
}

/** The list at which a ticket is checked in: that of the settings, or the only one that has its product and date; null for none. */
export const listFor = (
  { date, product }: { readonly product: bigint | null; readonly date: bigint | null },
  lists: ReadonlyArray<PretixCheckInList>,
  chosen: bigint | null
): number | null => {
  if (chosen !== null) return Number(chosen)
  const fitting = lists.filter(({ all_products, limit_products, subevent = null }) =>
    (subevent === null || BigInt(subevent) === date) &&
    (all_products || (product !== null && limit_products.some((id) => BigInt(id) === product)))
  )
  return fitting.length === 1 ? fitting[0]!.id : null
}

/** What the shop's words for a refused check-in mean. */
const reasons: ReadonlyMap<string, Sentence> = new Map([
  ["invalid", say(presaleRules.check_in_unknown)],
  ["product", say(presaleRules.check_in_product)],
  ["rules", say(presaleRules.check_in_rules)],
  ["invalid_time", say(presaleRules.check_in_time)],
  ["blocked", say(presaleRules.check_in_blocked)],
  ["unpaid", say(presaleRules.check_in_unpaid)],
  ["canceled", say(presaleRules.check_in_cancelled)],
  ["revoked", say(presaleRules.check_in_revoked)],
  ["ambiguous", say(presaleRules.check_in_ambiguous)],
  ["unapproved", say(presaleRules.check_in_unapproved)]
])

/** Why the shop does not let a ticket in, with what its staff wrote about it. */
export const wordsOf = ({ explanation, reason }: Omit<CheckInRefusal, "kind">): Sentence => {
  const sentence = reasons.get(reason) ?? say(presaleRules.check_in_refused, { reason })
  return (language) => explanation === "" ? sentence(language) : `${sentence(language)}: ${explanation}`
}
