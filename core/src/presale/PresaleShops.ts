import { Boolean, Context, Effect, Layer, type Redacted } from "effect"
import { InvalidArgument } from "../base/Refusal.ts"
import { withoutEndSlashes } from "../base/Text.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { mayManage } from "../organisation/Place.ts"
import { originOf } from "../organisation/SecretTarget.ts"
import { hasAllDates } from "./PresaleCheckIn.ts"
import { presaleRules } from "./PresaleRules.ts"
import { type PresaleSource, PresaleSources } from "./PresaleSources.ts"
import { PretixCalls, type PretixEvent } from "./PretixCalls.ts"
import type { DatedCheckInList, ShopReport } from "./PretixShop.ts"
import { type ShopError, shopError } from "./ShopConnection.ts"

/** A shop as an operator enters it, before it is saved; without a key the stored one is used, if it belongs to this shop. */
interface EnteredShop {
  readonly url: string
  readonly organizer: string
  readonly event: string
  readonly key: Redacted.Redacted | null
}

/** Calls of ticket shops for operators who set up the presale. None of them reads all orders. */
export class PresaleShops extends Context.Service<PresaleShops>()("core/PresaleShops", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const pretix = yield* PretixCalls
    const sources = yield* PresaleSources

    const configured = Effect.fnUntraced(function*(caller: AtEvent) {
      yield* access.requireAt(caller, caller.eventId, mayManage)
      return yield* Effect.mapError(sources.configured(caller.eventId), refused)
    })

    const notSetUp = InvalidArgument.of(presaleRules.shop_not_set_up)

    /** Calls the shop of the stored settings, also while the presale is switched off. */
    const test = Effect.fn("PresaleShops.test")(function*(caller: AtEvent) {
      return yield* reportOf((yield* configured(caller)) ?? (yield* notSetUp))
    })

    /** The check-in lists of a shop, with the date of each that is for one date alone. */
    const listsOf = Effect.fnUntraced(function*(at: PretixEvent) {
      const lists = yield* pretix.checkInLists(at)
      const isDated = lists.some(({ subevent }) => subevent !== undefined && subevent !== null)
      const dates = new Map((isDated ? yield* pretix.dates(at) : []).map((date) => [date.id, date]))
      return lists.map((list): DatedCheckInList => ({ ...list, date: dates.get(list.subevent ?? 0) ?? null }))
    })

    /** The report of a shop, however its settings were found. */
    const reportOf = Effect.fn("PresaleShops.reportOf")(function*(
      { at, checkInList, currency, products: wanted }: Pick<
        PresaleSource,
        "at" | "checkInList" | "currency" | "products"
      >
    ) {
      const event = yield* pretix.event(at)
      const products = yield* pretix.products(at)
      const orders = yield* pretix.countOrders(at)
      const lists = yield* listsOf(at)
      const tried = lists.find(({ id }) => checkInList === null || BigInt(id) === checkInList)
      const known = new Set(products.map(({ id }) => BigInt(id)))
      const chosen = lists.find(({ id }) => BigInt(id) === checkInList)
      const report: ShopReport = {
        products,
        orders,
        check_in_lists: lists,
        missing_products: [...wanted.tickets, ...wanted.credit].filter((id) => !known.has(id)).map(Number),
        is_check_in_list_missing: checkInList !== null && chosen === undefined,
        is_check_in_list_of_one_date: !hasAllDates(chosen, wanted.subevents),
        missing_dates: (yield* Effect.filter(wanted.subevents, (id) => Effect.map(pretix.hasDate(at, id), Boolean.not)))
          .map(Number),
        currency: event.currency,
        is_other_currency: event.currency !== currency,
        may_check_in: tried === undefined ? null : yield* pretix.mayCheckIn(at, tried.id)
      }
      return report
    }, answered)

    const entered = Effect.fnUntraced(function*(caller: AtEvent, { key, url, ...shop }: EnteredShop) {
      const stored = yield* configured(caller)
      const isSameShop = stored !== null && originOf(stored.at.url) === originOf(url)
      const usedKey = key ?? (isSameShop ? stored.at.key : null)
      if (usedKey === null || originOf(url) === null) return yield* notSetUp
      return { ...shop, url: withoutEndSlashes(url), key: usedKey }
    })

    /** The products of a shop whose settings are not saved yet. */
    const products = Effect.fn("PresaleShops.products")(function*(caller: AtEvent, shop: EnteredShop) {
      return yield* answered(pretix.products(yield* entered(caller, shop)))
    })

    /** The check-in lists of such a shop. */
    const checkInLists = Effect.fn("PresaleShops.checkInLists")(function*(caller: AtEvent, shop: EnteredShop) {
      return yield* answered(listsOf(yield* entered(caller, shop)))
    })

    return { checkInLists, products, reportOf, test }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, PresaleSources.layer, PretixCalls.layer])
  )
}

/** Calls from a screen are answered within their time limit, even while the shop refuses calls for an hour. */
const answered = <A>(call: Effect.Effect<A, ShopError>) =>
  Effect.timeoutOrElse(call, { duration: "25 seconds", orElse: () => shopError("timeout") }).pipe(
    Effect.mapError(refused)
  )

const refused = (error: ShopError) =>
  InvalidArgument.of(presaleRules.shop_failed, { reason: (language) => error.messageIn(language) })
