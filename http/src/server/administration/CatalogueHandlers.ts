import { ButtonPictures } from "@wristbank/core/event/ButtonPictures"
import type { CatalogueItems, NamedItem } from "@wristbank/core/event/CatalogueItems"
import { ListedPrices } from "@wristbank/core/event/ListedPrices"
import { PriceLists } from "@wristbank/core/event/PriceLists"
import { ProductCategories } from "@wristbank/core/event/ProductCategories"
import { Products } from "@wristbank/core/event/Products"
import { ProductVersions } from "@wristbank/core/event/ProductVersions"
import { SoldOuts } from "@wristbank/core/event/SoldOuts"
import { TaxRates } from "@wristbank/core/event/TaxRates"
import { TaxRateVersions } from "@wristbank/core/event/TaxRateVersions"
import { Tickets } from "@wristbank/core/event/Tickets"
import { TicketVersions } from "@wristbank/core/event/TicketVersions"
import { TillButtons } from "@wristbank/core/event/TillButtons"
import { TillLayouts } from "@wristbank/core/event/TillLayouts"
import { TillProfiles } from "@wristbank/core/event/TillProfiles"
import { UserTagVariants } from "@wristbank/core/event/UserTagVariants"
import type { AtEvent, Caller } from "@wristbank/core/organisation/Caller"
import type { ObjectType } from "@wristbank/core/organisation/Node"
import { placeOf } from "@wristbank/core/organisation/Place"
import { type Context, Effect, Layer } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { shown } from "../../api/administration/Shown.ts"
import { listed, nothing } from "../answers/Handler.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { type AboutOne, callerAt } from "./CallerAt.ts"
import { type Conditional, ifUnchanged, type Shown } from "./IfUnchanged.ts"

interface WithInput<Input> {
  readonly query: { readonly node_id: bigint }
  readonly payload: Input
}

type Replaces<IdName extends string, Input> = AboutOne<IdName> & WithInput<Input> & Conditional

/**
 * Handlers of the calls that every kind of catalogue item has. Items can be read at nodes of an event only, or at any node.
 */
const itemHandlers = Effect.fnUntraced(function*<
  Service,
  Item extends NamedItem,
  Input,
  const IdName extends string
>(
  service: Context.Key<Service, CatalogueItems<Item, Input>>,
  idName: IdName,
  { at, item, objectType }: {
    readonly at: "atNode" | "inEvent"
    readonly item: Shown<Item>
    readonly objectType: ObjectType
  }
) {
  const items = yield* service
  const callers = yield* callerAt
  const looking = callers[at]()
  const managing = callers.inEvent({ write: true, objectType })
  const find = (caller: Caller, { params }: AboutOne<IdName>) => items.get(caller, params[idName])
  const ifItemUnchanged = ifUnchanged(item, (caller: AtEvent, request: AboutOne<IdName>) => find(caller, request))
  return {
    list: listed(looking((caller) => items.list(caller))),
    get: looking(find),
    create: managing((caller, { payload }: WithInput<Input>) => items.create(caller, payload)),
    update: managing(
      ifItemUnchanged((caller, { params, payload }: Replaces<IdName, Input>) =>
        items.update(caller, params[idName], payload)
      )
    ),
    remove: nothing(managing((caller, { params }: AboutOne<IdName>) => items.remove(caller, params[idName])))
  }
})

const ProductHandlers = groupHandlers(
  AdministrationApi,
  "products",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const products = yield* Products
    const versions = yield* ProductVersions
    const prices = yield* ListedPrices
    const soldOuts = yield* SoldOuts
    const managing = inEvent({ write: true, objectType: "product" })
    const marking = inEvent({ write: true })
    return handlers.handleAll({
      ...yield* itemHandlers(Products, "product_id", { at: "inEvent", item: shown.product, objectType: "product" }),
      list: listed(inEvent()((caller, { query }) => products.list(caller, query.show_all))),
      versions: listed(inEvent()((caller, { params }) => versions.list(caller, params.product_id))),
      createVersion: managing((caller, { params, payload }) => versions.create(caller, params.product_id, payload)),
      removeVersion: nothing(
        managing((caller, { params }) => versions.remove(caller, params.product_id, params.version_id))
      ),
      soldOut: inEvent()((caller) => soldOuts.list(caller)),
      markSoldOut: nothing(marking((caller, { params }) => soldOuts.set(caller, params.product_id, true))),
      markBack: nothing(marking((caller, { params }) => soldOuts.set(caller, params.product_id, false))),
      priceList: listed(
        inEvent()((caller, { query: { at = null, below, till_id: tillId = null } }) =>
          Effect.flatMap(
            below ? prices.withBelow(placeOf(caller)) : Effect.succeed(placeOf(caller)),
            (place) => prices.at(place, at, tillId)
          )
        )
      )
    })
  })
)

const PriceListHandlers = groupHandlers(
  AdministrationApi,
  "price-lists",
  (handlers) =>
    Effect.map(
      itemHandlers(PriceLists, "price_list_id", { at: "inEvent", item: shown.priceList, objectType: "product" }),
      (calls) => handlers.handleAll(calls)
    )
)

const ProductCategoryHandlers = groupHandlers(
  AdministrationApi,
  "product-categories",
  (handlers) =>
    Effect.map(
      itemHandlers(ProductCategories, "product_category_id", {
        at: "inEvent",
        item: shown.productCategory,
        objectType: "product"
      }),
      (calls) => handlers.handleAll(calls)
    )
)

const TaxRateHandlers = groupHandlers(
  AdministrationApi,
  "tax-rates",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const versions = yield* TaxRateVersions
    const managing = inEvent({ write: true, objectType: "tax_rate" })
    return handlers.handleAll({
      ...yield* itemHandlers(TaxRates, "tax_rate_id", { at: "inEvent", item: shown.taxRate, objectType: "tax_rate" }),
      versions: listed(inEvent()((caller, { params }) => versions.list(caller, params.tax_rate_id))),
      createVersion: managing((caller, { params, payload }) => versions.create(caller, params.tax_rate_id, payload)),
      removeVersion: nothing(
        managing((caller, { params }) => versions.remove(caller, params.tax_rate_id, params.version_id))
      )
    })
  })
)

const TicketHandlers = groupHandlers(
  AdministrationApi,
  "tickets",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const versions = yield* TicketVersions
    const managing = inEvent({ write: true, objectType: "ticket" })
    return handlers.handleAll({
      ...yield* itemHandlers(Tickets, "ticket_id", { at: "inEvent", item: shown.ticket, objectType: "ticket" }),
      versions: listed(inEvent()((caller, { params }) => versions.list(caller, params.ticket_id))),
      createVersion: managing((caller, { params, payload }) => versions.create(caller, params.ticket_id, payload)),
      removeVersion: nothing(
        managing((caller, { params }) => versions.remove(caller, params.ticket_id, params.version_id))
      )
    })
  })
)

const TillButtonHandlers = groupHandlers(
  AdministrationApi,
  "till-buttons",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const pictures = yield* ButtonPictures
    return handlers.handleAll({
      ...yield* itemHandlers(TillButtons, "button_id", { at: "atNode", item: shown.tillButton, objectType: "till" }),
      uploadPicture: inEvent({ write: true, objectType: "till" })((caller, { payload }) =>
        pictures.store(caller, payload)
      )
    })
  })
)

const TillLayoutHandlers = groupHandlers(
  AdministrationApi,
  "till-layouts",
  (handlers) =>
    Effect.map(
      itemHandlers(TillLayouts, "layout_id", { at: "atNode", item: shown.tillLayout, objectType: "till" }),
      (calls) => handlers.handleAll(calls)
    )
)

const TillProfileHandlers = groupHandlers(
  AdministrationApi,
  "till-profiles",
  (handlers) =>
    Effect.map(
      itemHandlers(TillProfiles, "profile_id", { at: "atNode", item: shown.tillProfile, objectType: "till" }),
      (calls) => handlers.handleAll(calls)
    )
)

const UserTagVariantHandlers = groupHandlers(
  AdministrationApi,
  "user-tag-variants",
  (handlers) =>
    Effect.map(
      itemHandlers(UserTagVariants, "user_tag_variant_id", {
        at: "inEvent",
        item: shown.userTagVariant,
        objectType: "user_tag"
      }),
      (calls) => handlers.handleAll(calls)
    )
)

/** The handlers of products, their categories, price lists, tickets, buttons, layouts, profiles and kinds of wristbands. */
export const CatalogueHandlers = Layer.mergeAll(
  PriceListHandlers,
  ProductCategoryHandlers,
  ProductHandlers,
  TaxRateHandlers,
  TicketHandlers,
  TillButtonHandlers,
  TillLayoutHandlers,
  TillProfileHandlers,
  UserTagVariantHandlers
)
