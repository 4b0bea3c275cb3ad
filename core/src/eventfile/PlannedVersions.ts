import { Clock, Context, DateTime, Effect, Layer, Schema, Struct } from "effect"
import { CatalogueVersionRepository } from "../event/CatalogueVersionRepository.ts"
import type { Product } from "../event/Product.ts"
import { ProductRepository } from "../event/ProductRepository.ts"
import { isSame, ProductVersion, type VersionContent } from "../event/ProductVersion.ts"
import { ProductVersions } from "../event/ProductVersions.ts"
import { isSameRate, type RateContent, TaxRateVersion } from "../event/TaxRateVersion.ts"
import { TaxRateVersionRepository } from "../event/TaxRateVersionRepository.ts"
import { TaxRateVersions } from "../event/TaxRateVersions.ts"
import type { Ticket } from "../event/Ticket.ts"
import { TicketVersions } from "../event/TicketVersions.ts"
import { type Period, presentAndPlanned } from "../event/VersionPlan.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { mayManage } from "../organisation/Place.ts"
import { type Kind, request, type WorkOn } from "./Kind.ts"

const { price, price_in_vouchers, target_account_id, tax_rate_id, user_tag_variant_ids, valid_from } =
  ProductVersion.fields

/** What may change of an object, in the bodies of files. */
const bodyOf = {
  products: { price, price_in_vouchers, tax_rate_id, target_account_id, user_tag_variant_ids },
  tickets: { price, tax_rate_id },
  tax_rates: Struct.pick(TaxRateVersion.fields, ["name", "rate", "tax_type"])
}

const listOf = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.Struct({ versions: Schema.Array(Schema.Struct({ valid_from, ...fields })) })

/** What an object is now in place of what its row shows, and what is planned of it, for a file. */
interface WithVersions {
  readonly versions: ReadonlyArray<object>
}

/** The planned versions of products, tickets and tax rates in files. */
export class PlannedVersions extends Context.Service<PlannedVersions>()("core/PlannedVersions", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const ofProducts = yield* ProductVersions
    const ofRates = yield* TaxRateVersions
    const ofTickets = yield* TicketVersions
    const products = yield* ProductRepository
    const rates = yield* TaxRateVersionRepository
    const rows = yield* CatalogueVersionRepository

    const now = Effect.map(Clock.currentTimeMillis, DateTime.makeUnsafe)

    /** What the products and tickets of an event are now, and what is planned of them, whether or not it follows from a tax rate. */
    const inEvent = Effect.fnUntraced(function*(eventId: bigint) {
      const moment = yield* now
      const ofProduct = Map.groupBy(yield* rows.plans(eventId), ({ product_id }) => product_id)
      return new Map(Array.from(ofProduct, ([id, [row, ...planned]]) => {
        const versions = planned.flatMap((one) =>
          one.id === null || one.valid_from === null ? [] : { ...one, id: one.id, valid_from: one.valid_from }
        )
        return [id, presentAndPlanned<VersionContent, typeof versions[number]>(row!, versions, isSame, moment)]
      }))
    })

    /** The same for a list of products or tickets, of which these fields may change. Their rows lag behind by moments. */
    const withVersions = <R extends { readonly id: bigint }, E>(
      eventId: bigint,
      fields: ReadonlyArray<keyof R & keyof VersionContent>,
      list: Effect.Effect<ReadonlyArray<R>, E>
    ) =>
      Effect.zipWith(list, inEvent(eventId), (found, plans) =>
        found.map((row): R & WithVersions => {
          const plan = plans.get(row.id)
          return plan === undefined
            ? { ...row, versions: [] }
            : { ...row, ...Struct.pick(plan.present, fields), versions: plan.planned }
        }))

    const productsWithVersions = <E>(eventId: bigint, list: Effect.Effect<ReadonlyArray<Product>, E>) =>
      withVersions(eventId, Struct.keys(bodyOf.products), list)

    const ticketsWithVersions = <E>(eventId: bigint, list: Effect.Effect<ReadonlyArray<Ticket>, E>) =>
      withVersions(eventId, Struct.keys(bodyOf.tickets), list)

    /** The same for tax rates. */
    const ratesWithVersions = Effect.fnUntraced(
      function*<R extends RateContent & { readonly id: bigint }, E>(
        eventId: bigint,
        list: Effect.Effect<ReadonlyArray<R>, E>
      ) {
        const moment = yield* now
        const ofRate = Map.groupBy(yield* rates.planned(eventId), (one) => one.tax_rate_id)
        return (yield* list).map((row): R & WithVersions => {
          const { planned, present } = presentAndPlanned(
            row as RateContent,
            ofRate.get(row.id) ?? [],
            isSameRate,
            moment
          )
          return { ...row, ...Struct.pick(present, ["name", "rate", "tax_type"]), versions: planned }
        })
      }
    )

    const planOf = (kind: "products" | "tickets") => ({ body, caller, stored }: WorkOn) =>
      Effect.flatMap(
        request<{ readonly versions: ReadonlyArray<Period<Partial<VersionContent>>> }, unknown>(
          listOf(bodyOf[kind]),
          body
        ),
        ({ versions }) => (kind === "tickets" ? ofTickets : ofProducts).plan(caller, stored.id, versions)
      )

    /** Has products and tickets keep the prices that were planned together with a tax rate, whatever becomes of the rate. */
    const keepPrices = Effect.fnUntraced(
      function*(
        caller: AtEvent,
        before: ReadonlyMap<bigint, { readonly planned: ReadonlyArray<Period<VersionContent>> }>
      ) {
        for (const product of yield* products.onButtons(caller.eventId, [...before.keys()])) {
          const there = yield* access.atEvent(caller, product.node_id, { privileges: mayManage, write: true })
          const versions = product.type === "ticket" ? ofTickets : ofProducts
          const at = caller.by === undefined ? there : { ...there, by: caller.by }
          yield* versions.plan(at, product.id, before.get(product.id)!.planned)
        }
      }
    )

    const planRate = Effect.fnUntraced(function*({ body, caller, stored }: WorkOn) {
      const { versions } = yield* request(listOf(bodyOf.tax_rates), body)
      const own = (yield* rates.planned(caller.eventId)).filter((one) => one.tax_rate_id === stored.id)
      const priced = new Set(own.flatMap((one) => one.price_changes.map(({ product_id }) => product_id)))
      const before = Array.from(yield* inEvent(caller.eventId)).filter(([id]) => priced.has(id))
      yield* ofRates.plan(caller, stored.id, versions)
      yield* keepPrices(caller, new Map(before))
    })

    /** A kind whose objects have versions: they are planned once the rest of the object is as its file says. */
    const versioned = (kind: Kind): Kind => {
      const { name } = kind.section
      const plan: (work: WorkOn) => ReturnType<Kind["change"]> = name === "tax_rates"
        ? planRate
        : planOf(name === "tickets" ? "tickets" : "products")
      return {
        ...kind,
        change: (work) => {
          const { fields } = work.step
          const rest = fields.some((field) => field !== "versions") ? kind.change(work) : Effect.void
          return fields.includes("versions") ? Effect.andThen(rest, plan(work)) : rest
        }
      }
    }

    return { productsWithVersions, ratesWithVersions, ticketsWithVersions, versioned }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      CatalogueVersionRepository.layer,
      ProductRepository.layer,
      ProductVersions.layer,
      TaxRateVersionRepository.layer,
      TaxRateVersions.layer,
      TicketVersions.layer
    ])
  )
}
