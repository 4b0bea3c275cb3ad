import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { CatalogueVersionRepository } from "./CatalogueVersionRepository.ts"
import { following, type Plan } from "./FollowingVersion.ts"
import { ProductRepository } from "./ProductRepository.ts"
import { isSame } from "./ProductVersion.ts"

/** What changes of versions of products, tickets and tax rates share: how they begin, and what follows from those of tax rates. */
export class CatalogueVersions extends Context.Service<CatalogueVersions>()("core/CatalogueVersions", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const products = yield* ProductRepository
    const rows = yield* CatalogueVersionRepository

    /**
     * Has the rows of an event's products and tax rates show the versions that have begun, inside a transaction that has locked the
     * event; returns whether any did. With the percentage of a rate the closings of all tills end, so none has both.
     */
    const beginIn = Effect.fnUntraced(function*(eventId: bigint, millis?: number) {
      const at = millis ?? (yield* Clock.currentTimeMillis)
      const rates = yield* rows.beginRates(eventId, at)
      if (rates.includes(true)) yield* rows.endClosings(eventId)
      const begun = yield* rows.beginProducts(eventId, at)
      // Products that are not ready to sell have no versions, and show the new rate.
      if (rates.length > 0) yield* products.refreshRevisions(eventId)
      return rates.length > 0 || begun > 0
    })

    /** Each product with versions, and what follows from its tax rates by now. */
    const plansOf = Effect.fnUntraced(function*(eventId: bigint) {
      const found = yield* rows.plans(eventId)
      const ofProduct = Map.groupBy(found, ({ product_id }) => product_id)
      return Array.from(ofProduct, ([product_id, [present, ...planned]]) => {
        const versions = planned.flatMap((row) =>
          row.id === null || row.valid_from === null ? [] : { ...row, id: row.id, valid_from: row.valid_from }
        )
        const plan: Plan = {
          product_id,
          present: present!,
          own: versions.filter((one) => one.tax_rate_version_id === null)
        }
        return { plan, stored: versions.filter((one) => one.tax_rate_version_id !== null) }
      })
    })

    /**
     * Stores what follows from the planned versions of tax rates for products, and removes what does not follow any more. To be called
     * by every change of a version, after `beginIn` and in the same transaction.
     */
    const follow = Effect.fnUntraced(function*(eventId: bigint) {
      const changes = yield* rows.rateChanges(eventId)
      for (const { plan, stored } of yield* plansOf(eventId)) {
        const wanted = following(plan, changes)
        const isWanted = (one: typeof stored[number]) =>
          wanted.some((other) =>
            other.tax_rate_version_id === one.tax_rate_version_id && isSame(other.content, one) &&
            other.valid_from.epochMilliseconds === one.valid_from.epochMilliseconds
          )
        const kept = stored.filter(isWanted)
        yield* rows.remove(eventId, stored.filter((one) => !kept.includes(one)).map(({ id }) => id))
        for (const { content, tax_rate_version_id: taxRateVersionId, valid_from: validFrom } of wanted) {
          if (kept.some((one) => one.tax_rate_version_id === taxRateVersionId)) continue
          yield* rows.insert({
            eventId,
            productId: plan.product_id,
            validFrom,
            content,
            userId: null,
            taxRateVersionId
          })
        }
      }
    })

    /** Brings products to what follows from a version that was saved or removed; inside a transaction. */
    const settle = Effect.fnUntraced(function*(eventId: bigint) {
      yield* follow(eventId)
      yield* products.refreshRevisions(eventId)
      yield* beginIn(eventId)
    })

    const beginAt = (eventId: bigint, millis: number) =>
      sql.withTransaction(Effect.gen(function*() {
        yield* rows.lock(eventId)
        if (yield* beginIn(eventId, millis)) yield* rows.raiseVersion(eventId)
      }))

    /**
     * Has the rows of products and tax rates show the versions that have begun. Sales don't wait for it, but for the percentage of a tax
     * rate: the configuration in memory has what is to come. Any number of processes may do it.
     */
    const begin = Effect.fn("CatalogueVersions.begin")(function*() {
      const now = yield* Clock.currentTimeMillis
      yield* Effect.forEach(yield* rows.behind, (eventId) => beginAt(eventId, now), { discard: true })
    })

    /**
     * Begins what is due at a moment in milliseconds, before the first booking after it is decided. Inside another transaction, which may
     * fail, it does nothing.
     */
    const beginDue = Effect.fn("CatalogueVersions.beginDue")(function*(eventId: bigint, millis: number) {
      const ambient = yield* Effect.serviceOption(sql.transactionService)
      if (Option.isNone(ambient)) yield* beginAt(eventId, millis)
    })

    return { begin, beginDue, beginIn, settle }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([CatalogueVersionRepository.layer, ProductRepository.layer])
  )
}
