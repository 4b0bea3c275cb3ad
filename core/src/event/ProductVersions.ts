import { Context, DateTime, Effect, Layer, Schema, Struct } from "effect"
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
import type { NewProduct } from "./Product.ts"
import { ProductRepository } from "./ProductRepository.ts"
import {
  changesTo,
  contentOf,
  decideVersion,
  decideVersionDeletion,
  isSame,
  NewProductVersion,
  ProductVersion,
  type VersionContent
} from "./ProductVersion.ts"
import { ProductVersionRepository } from "./ProductVersionRepository.ts"
import { TaxRateRepository } from "./TaxRateRepository.ts"
import { toSet } from "./UserTagVariant.ts"
import { UserTagVariantRepository } from "./UserTagVariantRepository.ts"
import { type Period, planVersions } from "./VersionPlan.ts"

const contentFields = Struct.pick(ProductVersion.fields, [
  "price",
  "price_in_vouchers",
  "tax_rate_id",
  "target_account_id",
  "user_tag_variant_ids"
])

/** The JSON form of a content for the audit log, which shows amounts as the API does. */
const encodeContent = Schema.encodeSync(Schema.toCodecJson(Schema.Struct(contentFields)))
const shownContent = (content: VersionContent) =>
  encodeContent(Struct.pick(content, Struct.keys(contentFields))) as object

const ticketFields = Struct.pick(ProductVersion.fields, ["price", "tax_rate_id"])
const encodeTicket = Schema.encodeSync(Schema.toCodecJson(Schema.Struct(ticketFields)))
const shownTicket = (content: VersionContent) => encodeTicket(Struct.pick(content, Struct.keys(ticketFields))) as object

/** Reads and changes the versions of products, or of tickets, of which only price and tax rate change. */
export const versionsOf = Effect.fnUntraced(function*(kind: "product" | "ticket") {
  const shown = (content: VersionContent) => kind === "ticket" ? shownTicket(content) : shownContent(content)
  const access = yield* Access
  const changes = yield* Changes
  const products = yield* ProductRepository
  const versions = yield* ProductVersionRepository
  const catalogue = yield* CatalogueVersions
  const stored = yield* CatalogueVersionRepository
  const taxRates = yield* TaxRateRepository
  const variants = yield* UserTagVariantRepository

  const find = Effect.fnUntraced(function*(place: Place, id: bigint) {
    const [product] = yield* products[kind === "ticket" ? "findTicket" : "find"](place, id)
    return product ?? (yield* new NotFound({ element_type: kind, element_id: id }))
  })

  const findOwn = Effect.fnUntraced(function*(caller: AtEvent, id: bigint) {
    const { node_id } = yield* find(placeOf(caller), id)
    yield* access.requireAt(caller, node_id, mayManage)
    yield* catalogue.beginIn(caller.eventId)
    const place = placeAbove(placeOf(caller), node_id)
    return { product: yield* find(place, id), place }
  })

  const ofProduct = ({ eventId }: Place, productId: bigint) => versions.list({ eventId, productId })

  /** The versions of a product, the last to begin first. */
  const list = (caller: Caller, productId: bigint) =>
    Effect.andThen(find(placeOf(caller), productId), ofProduct(placeOf(caller), productId)).pipe(dieOnInfrastructure)

  const referencesOf = Effect.fnUntraced(function*(
    place: Place,
    productId: bigint,
    wanted: NewProductVersion,
    known: ReadonlyArray<VersionContent>
  ) {
    const { eventId } = place
    const taxRate = wanted.tax_rate_id
    const named = [wanted, ...known].flatMap(({ target_account_id: id }) => id ?? [])
    const types = yield* Effect.forEach(
      new Set(named),
      (id) => Effect.map(products.accountType(place, id), (type) => type === undefined ? [] : [[id, type] as const])
    )
    const besides = yield* versions.besides({ eventId, productId })
    const others = yield* products.onButtons(eventId, besides.flatMap(({ product_ids }) => product_ids))
    return {
      taxRateVisible: taxRate === undefined || (yield* taxRates.find(place, taxRate)).length > 0,
      targetTypes: new Map(types.flat()),
      variants: yield* variants.list(eventId),
      besides: besides.map(({ product_ids }) => others.filter(({ id }) => product_ids.includes(id)))
    }
  })

  const store = Effect.fnUntraced(function*(caller: AtEvent, productId: bigint, wanted: NewProductVersion) {
    const { place, product } = yield* findOwn(caller, productId)
    const { eventId } = place
    const known = yield* ofProduct(place, productId)
    const references = yield* referencesOf(place, productId, wanted, known)
    const now = yield* DateTime.now
    const draft = yield* Effect.fromResult(decideVersion(product, known, wanted, references, now))
    const id = yield* stored.insert({ ...draft, eventId, productId, userId: caller.userId })
    yield* catalogue.settle(eventId)
    const version = (yield* ofProduct(place, productId)).find((one) => one.id === id)!
    return { before: draft.before, product, version }
  })

  /** Changes a product that is ready to sell, now or from a moment; what was sold stays. */
  const create = (caller: AtEvent, productId: bigint, wanted: NewProductVersion) =>
    changes.run(
      caller,
      ({ before, product, version }) => ({
        logType: `${kind}_version_created`,
        content: {
          id: product.id,
          name: product.name,
          valid_from: instant(version.valid_from),
          ...(version.holds ? {} : { holds: false }),
          ...replaced(shown(before), shown(version))
        }
      }),
      store(caller, productId, wanted)
    ).pipe(Effect.map(({ version }) => version))

  const drop = Effect.fnUntraced(function*(caller: AtEvent, productId: bigint, id: bigint) {
    const { place, product } = yield* findOwn(caller, productId)
    const version = (yield* ofProduct(place, productId)).find((one) => one.id === id)
    if (version === undefined) return yield* new NotFound({ element_type: `${kind}_version`, element_id: id })
    yield* Effect.fromResult(decideVersionDeletion(version, yield* DateTime.now))
    yield* stored.remove(place.eventId, [id])
    yield* catalogue.settle(place.eventId)
    return { product, version }
  })

  /** Deletes a version that has not begun. */
  const remove = (caller: AtEvent, productId: bigint, id: bigint) =>
    changes.run(
      caller,
      ({ product, version }) => ({
        logType: `${kind}_version_deleted`,
        content: {
          id: product.id,
          name: product.name,
          valid_from: instant(version.valid_from),
          ...shown(version)
        }
      }),
      drop(caller, productId, id)
    ).pipe(Effect.asVoid)

  /**
   * Plans versions so that the product is at each moment as wanted; those that are planned otherwise are taken back. Returns the
   * product's name.
   */
  const plan = Effect.fnUntraced(
    function*(caller: AtEvent, productId: bigint, wanted: ReadonlyArray<Period<Partial<VersionContent>>>) {
      const { place, product } = yield* findOwn(caller, productId)
      const isPartly = kind === "ticket"
      yield* planVersions(
        {
          name: product.name,
          present: product as VersionContent,
          isSame,
          list: ofProduct(place, productId),
          isOwn: (version) => version.tax_rate_version_id === null,
          remove: (id) => remove(caller, productId, id),
          create: (period) =>
            create(
              caller,
              productId,
              new NewProductVersion(isPartly ? Struct.pick(period, ["valid_from", "price", "tax_rate_id"]) : period)
            )
        },
        wanted.map((period) => {
          const content = { ...contentOf(product), ...period }
          return { ...content, user_tag_variant_ids: toSet(content.user_tag_variant_ids) }
        })
      )
    },
    dieOnInfrastructure
  )

  return { create, find, list, plan, remove }
})

/** The services that `versionsOf` needs. */
export const versionServices = Layer.mergeAll(
  CatalogueVersionRepository.layer,
  CatalogueVersions.layer,
  ProductRepository.layer,
  ProductVersionRepository.layer,
  TaxRateRepository.layer,
  UserTagVariantRepository.layer,
  itemServices
)

/** The versions of products: prices that change now or at a moment. */
export class ProductVersions extends Context.Service<ProductVersions>()("core/ProductVersions", {
  make: Effect.gen(function*() {
    const { create, find, list, plan, remove } = yield* versionsOf("product")

    /** Changes a product that is ready to sell to the price, tax, account and kinds of wristbands of an input, from now on. */
    const follow = Effect.fnUntraced(function*(caller: AtEvent, productId: bigint, input: NewProduct) {
      const changed = changesTo(yield* dieOnInfrastructure(find(placeOf(caller), productId)), input)
      if (changed !== undefined) yield* create(caller, productId, changed)
    })

    return { create, follow, list, plan, remove }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(versionServices))
}
