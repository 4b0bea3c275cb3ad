import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { instant } from "../base/Moment.ts"
import { NotFound } from "../base/Refusal.ts"
import { Access } from "../organisation/Access.ts"
import { replaced } from "../organisation/AuditLog.ts"
import type { AtEvent, Caller } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { mayManage, type Place, placeAbove, placeOf } from "../organisation/Place.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { itemServices } from "./CatalogueItems.ts"
import { CatalogueVersionRepository } from "./CatalogueVersionRepository.ts"
import { CatalogueVersions } from "./CatalogueVersions.ts"
import { ProductRepository } from "./ProductRepository.ts"
import { decideVersionDeletion } from "./ProductVersion.ts"
import type { TaxRate } from "./TaxRate.ts"
import { TaxRateRepository } from "./TaxRateRepository.ts"
import {
  decidePriceChanges,
  decideRateVersion,
  isSameRate,
  NewTaxRateVersion,
  PriceChange,
  type RateContent,
  TaxRateVersion
} from "./TaxRateVersion.ts"
import { TaxRateVersionRepository } from "./TaxRateVersionRepository.ts"
import { type Period, planVersions } from "./VersionPlan.ts"

const { name, rate, tax_type } = TaxRateVersion.fields

/** The JSON form of what a version says for the audit log. */
const encode = Schema.encodeSync(Schema.toCodecJson(Schema.Struct({ name, rate, tax_type })))
const encodeContent = (content: RateContent) => encode(content) as object
const encodePrices = Schema.encodeSync(Schema.toCodecJson(Schema.Array(PriceChange)))

/** The versions of tax rates: a rate changes at a moment, and with it every product and ticket that has it then. */
export class TaxRateVersions extends Context.Service<TaxRateVersions>()("core/TaxRateVersions", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const changes = yield* Changes
    const products = yield* ProductRepository
    const rates = yield* TaxRateRepository
    const versions = yield* TaxRateVersionRepository
    const catalogue = yield* CatalogueVersions
    const planned = yield* CatalogueVersionRepository

    const find = Effect.fnUntraced(function*(place: Place, id: bigint) {
      const [found] = yield* rates.find(place, id)
      return found ?? (yield* new NotFound({ element_type: "tax_rate", element_id: id }))
    })

    const findOwn = Effect.fnUntraced(function*(caller: AtEvent, id: bigint) {
      const found = yield* find(placeOf(caller), id)
      yield* access.requireAt(caller, found.node_id, mayManage)
      yield* catalogue.beginIn(caller.eventId)
      const place = placeAbove(placeOf(caller), found.node_id)
      return { current: yield* find(place, id), place }
    })

    const ofRate = ({ eventId }: Place, rateId: bigint) => versions.list({ eventId, rateId })

    /** The versions of a tax rate, the last to begin first. */
    const list = (caller: Caller, rateId: bigint) =>
      Effect.andThen(find(placeOf(caller), rateId), ofRate(placeOf(caller), rateId)).pipe(dieOnInfrastructure)

    const checkPrices = Effect.fnUntraced(
      function*(eventId: bigint, changed: TaxRate, wanted: NewTaxRateVersion, now: DateTime.Utc) {
        if (wanted.price_changes.length === 0) return
        const plans = yield* planned.plans(eventId)
        const found = yield* products.onButtons(eventId, wanted.price_changes.map(({ product_id }) => product_id))
        const named = found.map((product) => ({
          ...product,
          versions: plans.flatMap((row) =>
            row.product_id !== product.id || row.id === null || row.valid_from === null
              ? []
              : { ...row, id: row.id, valid_from: row.valid_from }
          )
        }))
        yield* Effect.fromResult(decidePriceChanges(changed, wanted, named, now))
      }
    )

    const store = Effect.fnUntraced(function*(caller: AtEvent, rateId: bigint, wanted: NewTaxRateVersion) {
      const { current, place } = yield* findOwn(caller, rateId)
      const { eventId } = place
      const nameTaken = wanted.name !== undefined &&
        (yield* rates.nameTaken({ place, name: wanted.name, except: rateId }))
      const known = yield* ofRate(place, rateId)
      const now = yield* DateTime.now
      const draft = yield* Effect.fromResult(decideRateVersion(current, known, wanted, nameTaken, now))
      yield* checkPrices(eventId, current, wanted, now)
      const id = yield* versions.insert({
        ...draft,
        eventId,
        rateId,
        prices: wanted.price_changes,
        userId: caller.userId
      })
      yield* catalogue.settle(eventId)
      const stored = (yield* ofRate(place, rateId)).find((one) => one.id === id)!
      return { before: draft.before, current, stored }
    })

    /** Changes a tax rate, now or from a moment, and with it every product and ticket that has it then; what was sold stays. */
    const create = (caller: AtEvent, rateId: bigint, wanted: NewTaxRateVersion) =>
      changes.run(
        caller,
        ({ before, current, stored }) => ({
          logType: "tax_rate_version_created",
          content: { ...shownVersion(current, stored), ...replaced(encodeContent(before), encodeContent(stored)) }
        }),
        store(caller, rateId, wanted)
      ).pipe(Effect.map(({ stored }) => stored))

    const drop = Effect.fnUntraced(function*(caller: AtEvent, rateId: bigint, id: bigint) {
      const { current, place } = yield* findOwn(caller, rateId)
      const version = (yield* ofRate(place, rateId)).find((one) => one.id === id)
      if (version === undefined) return yield* new NotFound({ element_type: "tax_rate_version", element_id: id })
      yield* Effect.fromResult(decideVersionDeletion(version, yield* DateTime.now))
      yield* versions.remove(place.eventId, id)
      yield* catalogue.settle(place.eventId)
      return { current, version }
    })

    /** Deletes a version that has not begun, with the versions of products that follow from it. */
    const remove = (caller: AtEvent, rateId: bigint, id: bigint) =>
      changes.run(
        caller,
        ({ current, version }) => ({
          logType: "tax_rate_version_deleted",
          content: { ...shownVersion(current, version), ...encodeContent(version) }
        }),
        drop(caller, rateId, id)
      ).pipe(Effect.asVoid)

    /** Plans versions so that the rate is at each moment as wanted; null as type stands for any. */
    const plan = Effect.fnUntraced(
      function*(caller: AtEvent, rateId: bigint, wanted: ReadonlyArray<Period<RateContent>>) {
        const { current, place } = yield* findOwn(caller, rateId)
        yield* planVersions({
          name: current.name,
          present: current as RateContent,
          isSame: isSameRate,
          list: ofRate(place, rateId),
          isOwn: () => true,
          remove: (id) => remove(caller, rateId, id),
          create: (period) => create(caller, rateId, new NewTaxRateVersion({ ...period, price_changes: [] }))
        }, wanted)
      },
      dieOnInfrastructure
    )

    return { create, list, plan, remove }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      CatalogueVersionRepository.layer,
      CatalogueVersions.layer,
      ProductRepository.layer,
      TaxRateRepository.layer,
      TaxRateVersionRepository.layer,
      itemServices
    ])
  )
}

/** What entries say of a version beside its content. */
const shownVersion = (current: TaxRate, version: TaxRateVersion) => ({
  id: current.id,
  valid_from: instant(version.valid_from),
  products: version.products,
  price_changes: encodePrices(version.price_changes)
})
