import { Context, Effect, Layer, Redacted } from "effect"
import { InvalidArgument } from "../base/Refusal.ts"
import { withoutEndSlashes } from "../base/Text.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { eventRules } from "../event/EventRules.ts"
import type { UpdateEvent } from "../event/EventSettings.ts"
import { isReadByAnother } from "../event/ShopEvent.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { mayManage } from "../organisation/Place.ts"
import { secretMarker } from "../organisation/SecretMarker.ts"
import { originOf } from "../organisation/SecretTarget.ts"
import { presaleRules } from "./PresaleRules.ts"
import { PresaleShops } from "./PresaleShops.ts"
import { type PresaleSource, PresaleSources } from "./PresaleSources.ts"

/** Settings of the presale before they are saved. */
export class PresaleSettings extends Context.Service<PresaleSettings>()("core/PresaleSettings", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const events = yield* EventRepository
    const shops = yield* PresaleShops
    const sources = yield* PresaleSources

    /**
     * Refuses settings that switch the presale on, or lead it to another shop, unless no other event imports from there, and the shop
     * answers, has the products, the check-in list and the dates that they name and the event's currency, and lets the key check in;
     * `caller` is null for a new event. Calls no shop if nothing of that changes, so that other
     * settings can be saved while the shop is away. What is not entered is left to the checks of all settings.
     */
    const check = Effect.fn("PresaleSettings.check")(function*(caller: AtEvent | null, input: UpdateEvent) {
      if (!input.pretix_presale_enabled) return
      if (caller !== null) yield* access.requireAt(caller, caller.eventId, mayManage)
      const stored = caller === null ? null : yield* storedOf(caller.eventId)
      const entered = enteredIn(input, stored)
      if (entered === null || (stored?.isEnabled === true && isSame(entered, stored))) return
      // Before the shop is called. It is decided again where the settings are stored, as two events may be saved at once.
      if (isReadByAnother(entered.at, caller?.eventId ?? null, yield* Effect.orDie(events.importing))) {
        return yield* InvalidArgument.of(eventRules.ticket_shop_taken)
      }
      const report = yield* shops.reportOf(entered)
      const { check_in_lists, currency, is_check_in_list_missing, missing_dates, missing_products } = report
      if (report.is_other_currency) {
        return yield* InvalidArgument.of(presaleRules.currency_differs, { currency, own: entered.currency })
      }
      if (missing_products.length > 0) {
        return yield* InvalidArgument.of(presaleRules.products_missing, { products: missing_products.map(String) })
      }
      if (is_check_in_list_missing) {
        const lists = check_in_lists.map(({ id }) => String(id))
        return yield* InvalidArgument.of(presaleRules.check_in_list_missing, { list: entered.checkInList!, lists })
      }
      if (missing_dates.length > 0) {
        return yield* InvalidArgument.of(presaleRules.dates_missing, { dates: missing_dates.map(String) })
      }
      if (report.is_check_in_list_of_one_date) {
        return yield* InvalidArgument.of(presaleRules.check_in_list_of_one_date, { list: entered.checkInList! })
      }
      if (report.may_check_in === false) return yield* InvalidArgument.of(presaleRules.check_in_forbidden)
    })

    /** Null also for a key that can't be read any more, so that another can be entered. */
    const storedOf = (eventId: bigint) => Effect.catch(sources.configured(eventId), () => Effect.succeed(null))

    return { check }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, EventRepository.layer, PresaleShops.layer, PresaleSources.layer])
  )
}

type Entered = Pick<PresaleSource, "at" | "checkInList" | "currency" | "products">

const enteredIn = (input: UpdateEvent, stored: PresaleSource | null): Entered | null => {
  const { pretix_api_key: key, pretix_event: event, pretix_organizer: organizer, pretix_shop_url: url } = input
  if (url === null || organizer === null || event === null || originOf(url) === null) return null
  const isKept = key === secretMarker && stored !== null && originOf(stored.at.url) === originOf(url)
  const used = isKept ? stored.at.key : key === null || key === "" || key === secretMarker ? null : Redacted.make(key)
  if (used === null || input.pretix_ticket_ids.length === 0) return null
  return {
    at: { url: withoutEndSlashes(url), organizer, event, key: used },
    products: {
      tickets: new Set(input.pretix_ticket_ids),
      credit: kept(input.pretix_topup_ids, stored?.products.credit),
      subevents: kept(input.pretix_subevent_ids, stored?.products.subevents)
    },
    currency: input.currency_identifier,
    checkInList: input.pretix_check_in_list_id === undefined
      ? stored?.checkInList ?? null
      : input.pretix_check_in_list_id
  }
}

const kept = (ids: ReadonlyArray<bigint> | undefined, before: ReadonlySet<bigint> = new Set()) =>
  ids === undefined ? before : new Set(ids)

const isSame = (one: Entered, other: Entered): boolean =>
  one.at.url === other.at.url && one.at.organizer === other.at.organizer && one.at.event === other.at.event &&
  Redacted.value(one.at.key) === Redacted.value(other.at.key) && one.checkInList === other.checkInList &&
  one.currency === other.currency &&
  isSameSet(one.products.tickets, other.products.tickets) && isSameSet(one.products.credit, other.products.credit) &&
  isSameSet(one.products.subevents, other.products.subevents)

const isSameSet = (one: ReadonlySet<bigint>, other: ReadonlySet<bigint>): boolean =>
  one.size === other.size && one.isSubsetOf(other)
