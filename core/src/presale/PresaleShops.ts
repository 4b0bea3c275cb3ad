import { Context, Effect, Layer, type Redacted } from "effect"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { mayManage } from "../organisation/Place.ts"
import { originOf } from "../organisation/SecretTarget.ts"
import { InvalidArgument } from "../primitives/Refusal.ts"
import { withoutEndSlashes } from "../primitives/Text.ts"
import { presaleRules } from "./PresaleRules.ts"
import { type PresaleSource, PresaleSources } from "./PresaleSources.ts"
import { PretixCalls } from "./PretixCalls.ts"
import type { ShopReport } from "./PretixShop.ts"
import { type ShopError, shopError } from "./ShopConnection.ts"

/** A shop as an operator enters it, before it is saved; without a key the stored one is used, if it belongs to this shop. */
export interface EnteredShop {
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

    /** The report of a shop, however its settings were found. */
    const reportOf = Effect.fn("PresaleShops.reportOf")(function*(
      { at, checkInList, products: wanted }: Pick<PresaleSource, "at" | "checkInList" | "products">
    ) {
      const products = yield* pretix.products(at)
      const orders = yield* pretix.countOrders(at)
      const lists = yield* pretix.checkInLists(at)
      const tried = lists.find(({ id }) => checkInList === null || BigInt(id) === checkInList)
      const known = new Set(products.map(({ id }) => BigInt(id)))
      const report: ShopReport = {
        products,
        orders,
        check_in_lists: lists,
        missing_products: [...wanted.tickets, ...wanted.credit].filter((id) => !known.has(id)).map(Number),
        is_check_in_list_missing: checkInList !== null && !lists.some(({ id }) => BigInt(id) === checkInList),
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
      return yield* answered(pretix.checkInLists(yield* entered(caller, shop)))
    })

    return { checkInLists, products, reportOf, test }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** Whoever waits at a screen gets an answer within the time limit of their call, also while the shop wants no calls for an hour. */
const answered = <A>(call: Effect.Effect<A, ShopError>) =>
  Effect.timeoutOrElse(call, { duration: "25 seconds", orElse: () => shopError("timeout") }).pipe(
    Effect.mapError(refused)
  )

const refused = (error: ShopError) =>
  InvalidArgument.of(presaleRules.shop_failed, { reason: (language) => error.messageIn(language) })
