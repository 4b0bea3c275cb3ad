import { DateTime, Result, Schema } from "effect"
import type { AccountType } from "../base/Account.ts"
import { Id } from "../base/Id.ts"
import { planned } from "../base/limits/Limits.ts"
import { Moment } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr, orNull } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { catalogueRules } from "./CatalogueRules.ts"
import {
  decide,
  NewProduct,
  Price,
  type Product,
  type ProductNotEditable,
  type ProductReferences,
  VoucherPrice
} from "./Product.ts"
import { Rate } from "./TaxRate.ts"
import { unambiguous } from "./TillButton.ts"
import { toSet } from "./UserTagVariant.ts"

/** What may change of a product that is ready to sell; everything else stays as it was when it was made ready. */
const content = {
  /** Gross price of one piece, from 0 to 10,000,000.00; null for a product whose price is typed in at the till. */
  price: nullOr(Price),
  /** Vouchers that pay for one piece; null if it can't be paid with vouchers. */
  price_in_vouchers: nullOr(VoucherPrice),
  /** The tax rate of the price. */
  tax_rate_id: Id,
  /** The account that receives what is sold of it; null for the event's account of sales (`sale_exit`). */
  target_account_id: nullOr(Id),
  /** The kinds of wristbands that it is not sold to, ascending. */
  user_tag_variant_ids: Schema.Array(Id)
}

/** What the office enters to change a product that is ready to sell. A field that is left out stays as it is at that moment. */
export class NewProductVersion extends Schema.Class<NewProductVersion>("NewProductVersion")({
  /** When it begins, at most 400 days ahead; null or absent for now. */
  valid_from: orNull(Moment),
  /**
   * Whether baskets that are open now keep the price before for a while. False where it was wrong: they are sold at the new one, or
   * refused if the till showed less. Only for a version from now; true if it is absent.
   */
  holds: Schema.optionalKey(Schema.Boolean),
  price: Schema.optionalKey(content.price),
  price_in_vouchers: Schema.optionalKey(content.price_in_vouchers),
  tax_rate_id: Schema.optionalKey(content.tax_rate_id),
  target_account_id: Schema.optionalKey(content.target_account_id),
  user_tag_variant_ids: Schema.optionalKey(content.user_tag_variant_ids)
}) {}

export const VersionState = Schema.Literals(["past", "present", "planned"])

/** A version of a product: what it costs from one moment until the next version begins. */
export class ProductVersion extends Schema.Class<ProductVersion>("ProductVersion")({
  id: Id,
  /** When it begins. */
  valid_from: Schema.DateTimeUtc,
  /** Whether it has ended, is in force, or is still to begin. */
  state: VersionState,
  /** Whether baskets that were open when it began keep the price before it for a while. */
  holds: Schema.Boolean,
  ...content,
  /** The name of the tax rate. */
  tax_name: Schema.String,
  /** The version of its tax rate that this one follows from, and goes with; null if it was saved by itself. */
  tax_rate_version_id: nullOr(Id),
  /** When it was saved. */
  created_at: Schema.DateTimeUtc,
  /** Who saved it; null for the version that the product had when it was made ready to sell, and for one that follows from another. */
  created_by: nullOr(Id)
}) {}

/** What a product is at a moment, and what it becomes. */
export const ListedVersion = Schema.Struct({
  /** The product. */
  id: Id,
  /** The node that it belongs to. */
  node_id: Id,
  /** Its name. */
  name: Schema.String,
  price: content.price,
  price_in_vouchers: content.price_in_vouchers,
  tax_rate_id: content.tax_rate_id,
  /** The category by which price lists may name it; null for none, and for what is taken back. */
  category_id: nullOr(Id),
  /** The name of the tax rate. */
  tax_name: Schema.String,
  /** The tax rate as a fraction: 0.19 is 19 %. */
  tax_rate: Rate,
  /** The version that says so. */
  version_id: Id,
  /** When that version began. */
  valid_from: Schema.DateTimeUtc,
  /** When the next version begins; null if none is planned. */
  next_from: nullOr(Schema.DateTimeUtc),
  /** The price of the next version; null if none is planned, and for a price that is typed in. */
  next_price: nullOr(Money.Cents),
  /** The price in vouchers of the next version; null if none is planned or vouchers don't pay for it. */
  next_price_in_vouchers: nullOr(VoucherPrice)
})

/** The content of a version. */
export type VersionContent = Pick<ProductVersion, keyof typeof content>

/** A version, as decisions need it. */
export interface KnownVersion extends VersionContent {
  readonly id: bigint
  readonly valid_from: DateTime.Utc
  /** Null for one that was saved by itself. */
  readonly tax_rate_version_id: bigint | null
}

/** The facts that a new version is decided on. */
export interface VersionReferences extends Pick<ProductReferences, "taxRateVisible" | "variants"> {
  /** The types of the accounts that the product, its versions and the wanted one name, as far as the event has them. */
  readonly targetTypes: ReadonlyMap<bigint, AccountType>
  /** For each button with the product, the other products on it; with a price in vouchers if they have one or are going to. */
  readonly besides: ReadonlyArray<ReadonlyArray<Product>>
}

/** A decided version, ready to be stored. */
export interface VersionDraft {
  /** Null for now: the database says when that is. */
  readonly validFrom: DateTime.Utc | null
  /** Whether baskets that are open when it begins keep the price before it for a while. */
  readonly holds: boolean
  readonly before: VersionContent
  readonly content: VersionContent
}

/** What tells which version is in force. */
interface Beginning {
  readonly id: bigint
  readonly valid_from: DateTime.Utc
}

const byBeginning = (a: Beginning, b: Beginning): number =>
  a.valid_from.epochMilliseconds - b.valid_from.epochMilliseconds || (a.id < b.id ? -1 : 1)

/** The version in force at a moment: of those that have begun the latest, and of several from the same moment the last saved. */
export const inForce = <V extends Beginning>(versions: ReadonlyArray<V>, at: DateTime.Utc): V | undefined =>
  versions.filter((one) => one.valid_from.epochMilliseconds <= at.epochMilliseconds).toSorted(byBeginning).at(-1)

/** What a version says, without the rest. */
export const contentOf = (one: VersionContent): VersionContent => ({
  price: one.price,
  price_in_vouchers: one.price_in_vouchers,
  tax_rate_id: one.tax_rate_id,
  target_account_id: one.target_account_id,
  user_tag_variant_ids: one.user_tag_variant_ids
})

/** Whether two contents say the same. */
export const isSame = (one: VersionContent, other: VersionContent): boolean =>
  one.price === other.price && one.price_in_vouchers === other.price_in_vouchers &&
  one.tax_rate_id === other.tax_rate_id && one.target_account_id === other.target_account_id &&
  one.user_tag_variant_ids.join() === other.user_tag_variant_ids.join()

/**
 * What a version from now must change so that a product that is ready to sell is as an input says; undefined if it is, or if more
 * than versions may change differs, which is refused elsewhere.
 */
export const changesTo = (product: Product, input: NewProduct): NewProductVersion | undefined => {
  if (
    !product.is_locked || !input.is_locked || input.fixed_price !== product.fixed_price ||
    input.is_returnable !== product.is_returnable
  ) return undefined
  const { price_in_vouchers: vouchers, user_tag_variant_ids: variants } = input
  const asked: VersionContent = {
    price: input.price,
    price_in_vouchers: vouchers !== null && vouchers > 0 ? vouchers : null,
    tax_rate_id: input.tax_rate_id,
    target_account_id: input.target_account_id,
    user_tag_variant_ids: variants == null ? product.user_tag_variant_ids : toSet(variants)
  }
  return isSame(asked, product) ? undefined : new NewProductVersion({ valid_from: null, ...asked })
}

/** Decides when a version may begin. */
export const decideBeginning = (
  validFrom: DateTime.Utc | null,
  plannedVersions: number,
  now: DateTime.Utc
): Result.Result<void, InvalidArgument> => {
  if (validFrom === null) return Result.void
  if (validFrom.epochMilliseconds <= now.epochMilliseconds) return refuse(catalogueRules.version_past)
  if (validFrom.epochMilliseconds > DateTime.add(now, { days: planned.days }).epochMilliseconds) {
    return refuse(catalogueRules.version_too_far, { days: planned.days })
  }
  return plannedVersions >= planned.versions
    ? refuse(catalogueRules.version_too_many, { maximum: planned.versions })
    : Result.void
}

/**
 * Decides a new version of a product that is ready to sell. What was sold stays, other versions stay, and so do the kind of the
 * price, whether the product is returned, and the price of one that is: a deposit must not be worth more when it comes back.
 */
export const decideVersion = (
  product: Product,
  versions: ReadonlyArray<KnownVersion>,
  wanted: NewProductVersion,
  known: VersionReferences,
  now: DateTime.Utc
): Result.Result<VersionDraft, InvalidArgument | ProductNotEditable> =>
  Result.gen(function*() {
    const { holds = true, valid_from: validFrom, ...changes } = wanted
    if (!product.is_locked) return yield* refuse(catalogueRules.version_not_ready, { product: product.name })
    const later = versions.filter((one) => one.valid_from.epochMilliseconds > now.epochMilliseconds)
    yield* decideBeginning(validFrom, later.filter((one) => one.tax_rate_version_id === null).length, now)
    if (!holds && validFrom !== null) return yield* refuse(catalogueRules.version_planned_holds)
    const before = contentOf(inForce(versions, validFrom ?? now) ?? product)
    const asked = { ...before, ...changes }
    if (
      product.is_returnable && (asked.price !== before.price || asked.price_in_vouchers !== before.price_in_vouchers)
    ) {
      return yield* refuse(catalogueRules.version_returnable, { product: product.name })
    }
    const draft = yield* decide(
      new NewProduct({ ...product, ...asked, restrictions: null }),
      {
        ...known,
        nameTaken: false,
        categoryVisible: true,
        targetType: asked.target_account_id === null ? undefined : known.targetTypes.get(asked.target_account_id)
      },
      { ...product, ...before, is_locked: false }
    )
    const decided = contentOf({ ...draft, user_tag_variant_ids: draft.variantIds })
    if (isSame(decided, before)) return yield* refuse(catalogueRules.version_unchanged, { product: product.name })
    for (const others of known.besides) yield* unambiguous([...others, { ...product, ...decided }])
    return { validFrom, holds, before, content: decided }
  })

/** Decides whether a version can be deleted: only one that has not begun, and one that follows from another only with that one. */
export const decideVersionDeletion = <V extends Beginning & { readonly tax_rate_version_id?: bigint | null }>(
  version: V,
  now: DateTime.Utc
): Result.Result<V, InvalidArgument> => {
  if (version.valid_from.epochMilliseconds <= now.epochMilliseconds) return refuse(catalogueRules.version_begun)
  return version.tax_rate_version_id == null
    ? Result.succeed(version)
    : refuse(catalogueRules.version_follows)
}
