import { Effect, Layer } from "effect"
import { NewPriceList } from "../event/PriceList.ts"
import { PriceListRepository } from "../event/PriceListRepository.ts"
import { PriceLists } from "../event/PriceLists.ts"
import { NewProduct } from "../event/Product.ts"
import { ProductCategories } from "../event/ProductCategories.ts"
import { NewProductCategory } from "../event/ProductCategory.ts"
import { ProductCategoryRepository } from "../event/ProductCategoryRepository.ts"
import { ProductRepository } from "../event/ProductRepository.ts"
import { Products } from "../event/Products.ts"
import { ProductVersions } from "../event/ProductVersions.ts"
import { NewTaxRate } from "../event/TaxRate.ts"
import { TaxRateRepository } from "../event/TaxRateRepository.ts"
import { TaxRates } from "../event/TaxRates.ts"
import { NewTicket } from "../event/Ticket.ts"
import { TicketRepository } from "../event/TicketRepository.ts"
import { Tickets } from "../event/Tickets.ts"
import { NewTillLayout } from "../event/TillLayout.ts"
import { TillLayoutRepository } from "../event/TillLayoutRepository.ts"
import { TillLayouts } from "../event/TillLayouts.ts"
import { NewTillProfile } from "../event/TillProfile.ts"
import { TillProfileRepository } from "../event/TillProfileRepository.ts"
import { TillProfiles } from "../event/TillProfiles.ts"
import { NewUserTagVariant } from "../event/UserTagVariant.ts"
import { UserTagVariantRepository } from "../event/UserTagVariantRepository.ts"
import { UserTagVariants } from "../event/UserTagVariants.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { buttonKind, buttonKindServices } from "./ButtonKind.ts"
import { EventFileRepository } from "./EventFileRepository.ts"
import { requestKind, rows } from "./Kind.ts"
import { PlannedVersions } from "./PlannedVersions.ts"

/** The services that the kinds of the catalogue need. */
export const catalogueKindServices = Layer.mergeAll(
  buttonKindServices,
  EventFileRepository.layer,
  PlannedVersions.layer,
  PriceListRepository.layer,
  PriceLists.layer,
  ProductCategories.layer,
  ProductCategoryRepository.layer,
  ProductRepository.layer,
  Products.layer,
  ProductVersions.layer,
  TaxRateRepository.layer,
  TaxRates.layer,
  TicketRepository.layer,
  Tickets.layer,
  TillLayoutRepository.layer,
  TillLayouts.layer,
  TillProfileRepository.layer,
  TillProfiles.layer,
  UserTagVariantRepository.layer,
  UserTagVariants.layer
)

/** Products of files: another price of one that is ready to sell is a version of it from now on. */
const followedProducts = Effect.gen(function*() {
  const products = yield* Products
  const versions = yield* ProductVersions
  const update = (caller: AtEvent, id: bigint, input: NewProduct) =>
    Effect.andThen(versions.follow(caller, id, input), products.update(caller, id, input))
  return { ...products, update }
})

/** The kinds of objects of the catalogue. */
export const catalogueKinds = Effect.gen(function*() {
  const facts = yield* EventFileRepository
  const layouts = yield* TillLayoutRepository
  const lists = yield* PriceListRepository
  const categories = yield* ProductCategoryRepository
  const planned = yield* PlannedVersions
  const products = yield* ProductRepository
  const profiles = yield* TillProfileRepository
  const taxRates = yield* TaxRateRepository
  const tickets = yield* TicketRepository
  const variants = yield* UserTagVariantRepository
  return [
    requestKind("user_tag_variants", {
      objectType: "user_tag",
      input: NewUserTagVariant,
      list: ({ eventId }) => rows(variants.list(eventId)),
      service: yield* UserTagVariants
    }),
    planned.versioned(requestKind("tax_rates", {
      objectType: "tax_rate",
      input: NewTaxRate,
      list: (everywhere) =>
        rows(
          planned.ratesWithVersions(everywhere.eventId, taxRates.list(everywhere)),
          (rate) => rate.is_system ? { inFiles: "never" } : {}
        ),
      service: yield* TaxRates
    })),
    requestKind("categories", {
      objectType: "product",
      input: NewProductCategory,
      list: ({ eventId }) => rows(categories.ofEvent(eventId)),
      service: yield* ProductCategories
    }),
    planned.versioned(requestKind("products", {
      objectType: "product",
      input: NewProduct,
      list: (everywhere) => rows(planned.productsWithVersions(everywhere.eventId, products.list(everywhere, false))),
      service: yield* followedProducts
    })),
    planned.versioned(requestKind("tickets", {
      objectType: "ticket",
      input: NewTicket,
      list: (everywhere) => rows(planned.ticketsWithVersions(everywhere.eventId, tickets.list(everywhere))),
      service: yield* Tickets
    })),
    requestKind("price_lists", {
      objectType: "product",
      input: NewPriceList,
      list: ({ eventId }) => rows(lists.ofEvent(eventId)),
      service: yield* PriceLists
    }),
    yield* buttonKind,
    requestKind("till_layouts", {
      objectType: "till",
      input: NewTillLayout,
      list: Effect.fnUntraced(function*(everywhere) {
        const { layout_id } = yield* facts.ofVirtualTill(everywhere.eventId)
        return yield* rows(layouts.list(everywhere), ({ id }) => id === layout_id ? { inFiles: "if_described" } : {})
      }),
      service: yield* TillLayouts
    }),
    requestKind("till_profiles", {
      objectType: "till",
      input: NewTillProfile,
      list: Effect.fnUntraced(function*(everywhere) {
        const { profile_id } = yield* facts.ofVirtualTill(everywhere.eventId)
        return yield* rows(profiles.list(everywhere), ({ id }) => id === profile_id ? { inFiles: "if_described" } : {})
      }),
      service: yield* TillProfiles
    })
  ]
})
