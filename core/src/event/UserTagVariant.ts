import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { integerBetween } from "../base/Integer.ts"
import { nullOr, orElse } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { Name, Text } from "../base/Text.ts"
import { catalogueRules } from "./CatalogueRules.ts"

/** The two age limits, which clients of the older published version know as restrictions. */
export const ProductRestriction = Schema.Literals(["under_16", "under_18"])
export type ProductRestriction = typeof ProductRestriction.Type

/** Longest name of a variant, in characters. */
const longestName = 60

const variant = {
  /** The name, unique in the event; at most 60 characters. */
  variant_name: Name.check(Schema.isMaxLength(longestName)),
  description: Text,
  /** The higher, the older the wearer; lists are in ascending order of it. */
  priority: integerBetween({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 })
}

/** What the office enters for a kind of wristband. */
export class NewUserTagVariant extends Schema.Class<NewUserTagVariant>("NewUserTagVariant")({
  ...variant,
  description: orElse(variant.description, ""),
  /** The higher, the older the wearer; lists are in ascending order of it. 0 if left out. */
  priority: orElse(variant.priority, 0)
}) {}

/** A kind of wristband: products may be forbidden for it, and it may have a ticket of its own. */
export class UserTagVariant extends Schema.Class<UserTagVariant>("UserTagVariant")({
  ...variant,
  id: Id,
  node_id: Id
}) {}

/** The variants that every event has, as it starts with them. Their names stay and they are never deleted. */
export const standardVariants: ReadonlyArray<NewUserTagVariant & { readonly variant_name: ProductRestriction }> = [
  { variant_name: "under_16", description: "Guests under 16", priority: 1 },
  { variant_name: "under_18", description: "Guests under 18", priority: 2 }
]

/** A variant, as decisions need it. */
export type KnownVariant = Pick<UserTagVariant, "id" | "priority" | "variant_name">

/** Whether a variant of this name is an age limit. */
export const isRestriction = Schema.is(ProductRestriction)

/** Whether every event has it. */
const isStandard = ({ variant_name }: Pick<UserTagVariant, "variant_name">): boolean => isRestriction(variant_name)

/** Each restriction once, in the order of `ProductRestriction`. */
export const ordered = (restrictions: ReadonlyArray<ProductRestriction>): ReadonlyArray<ProductRestriction> =>
  ProductRestriction.literals.filter((restriction) => restrictions.includes(restriction))

const known = (ids: ReadonlyArray<bigint>, variants: ReadonlyArray<KnownVariant>) =>
  variants.filter(({ id }) => ids.includes(id))

/** The age limits among the variants with these ids. */
export const restrictionsOf = (
  ids: ReadonlyArray<bigint>,
  variants: ReadonlyArray<KnownVariant>
): ReadonlyArray<ProductRestriction> =>
  ordered(known(ids, variants).map(({ variant_name }) => variant_name).filter(isRestriction))

/** The ids of the age limits. */
export const idsOf = (
  restrictions: ReadonlyArray<ProductRestriction>,
  variants: ReadonlyArray<KnownVariant>
): ReadonlyArray<bigint> =>
  variants.filter(({ variant_name }) => restrictions.some((one) => one === variant_name)).map(({ id }) => id)

/** The lower age limit of a tag that has both, as a guest under 16 is under 18 as well. */
const restrictionOf = (
  ids: ReadonlyArray<bigint>,
  variants: ReadonlyArray<KnownVariant>
): ProductRestriction | null => restrictionsOf(ids, variants)[0] ?? null

/** The variants with these ids by priority, then by name. */
const inOrder = <V extends KnownVariant>(
  ids: ReadonlyArray<bigint>,
  variants: ReadonlyArray<V>
): ReadonlyArray<V> =>
  variants.filter(({ id }) => ids.includes(id)).toSorted((a, b) =>
    a.priority - b.priority || (a.variant_name < b.variant_name ? -1 : 1)
  )

/** The variants of a tag, as accounts show them. */
export const shownVariants = (ids: ReadonlyArray<bigint>, variants: ReadonlyArray<KnownVariant>) => {
  const shown = inOrder(ids, variants)
  return {
    restriction: restrictionOf(ids, variants),
    user_tag_variant_ids: shown.map(({ id }) => id),
    user_tag_variant_names: shown.map(({ variant_name }) => variant_name)
  }
}

/** The variants of a tag for which it is barred from products: a guest under 16 is under 18 as well. */
export const barringVariants = (
  ids: ReadonlyArray<bigint>,
  variants: ReadonlyArray<KnownVariant>
): ReadonlyArray<bigint> =>
  restrictionsOf(ids, variants).includes("under_16") ? [...ids, ...idsOf(["under_18"], variants)] : ids

/** The highest priority of a tag's variants; a tag without variants is for adults and comes before all others. */
export const priorityOf = (ids: ReadonlyArray<bigint>, variants: ReadonlyArray<KnownVariant>): number =>
  ids.length === 0 ? Infinity : Math.max(...known(ids, variants).map(({ priority }) => priority))

/**
 * How requests give the variants of a product or ticket: those of the older published version give age limits, those of
 * the newest one all variants.
 */
export const wantedVariants = {
  /**
   * The age limits alone, as older applications send them: other kinds of wristbands stay as they are. Null or absent if
   * `user_tag_variant_ids` says all.
   */
  restrictions: Schema.optionalKey(nullOr(Schema.Array(ProductRestriction))),
  /**
   * All kinds of wristbands, by id: those that get the ticket, or that the product is not sold to. Null or absent if only the
   * age limits are given.
   */
  user_tag_variant_ids: Schema.optionalKey(nullOr(Schema.Array(Id)))
}
const Wanted = Schema.Struct(wantedVariants)
export type WantedVariants = typeof Wanted.Type

const isSame = (some: ReadonlyArray<bigint>, others: ReadonlyArray<bigint>) =>
  some.length === others.length && some.every((id) => others.includes(id))

/** Each id once, ascending: the stored form of a set of variants. */
export const toSet = (ids: Iterable<bigint>): ReadonlyArray<bigint> =>
  Array.from(new Set(ids)).toSorted((a, b) => (a < b ? -1 : 1))

const withRestrictions = (
  current: ReadonlyArray<bigint>,
  restrictions: ReadonlyArray<ProductRestriction>,
  variants: ReadonlyArray<KnownVariant>
) => {
  const ages = idsOf(ProductRestriction.literals, variants)
  return toSet([...current.filter((id) => !ages.includes(id)), ...idsOf(restrictions, variants)])
}

/**
 * Decides which variants a product or ticket gets in place of the current ones. Clients send back all fields that they
 * read, so of the two forms the one that differs from the current variants is the change. A request with neither takes the
 * age limits away.
 */
export const chosenVariants = (
  { restrictions, user_tag_variant_ids }: WantedVariants,
  current: ReadonlyArray<bigint>,
  variants: ReadonlyArray<KnownVariant>
): Result.Result<ReadonlyArray<bigint>, InvalidArgument> => {
  const unknown = (user_tag_variant_ids ?? []).find((id) => !variants.some((one) => one.id === id))
  if (unknown !== undefined) return refuse(catalogueRules.variant_unknown, { id: unknown })
  const stored = toSet(current)
  const ids = toSet(user_tag_variant_ids ?? current)
  const ages = restrictions ?? (user_tag_variant_ids == null ? [] : null)
  const byAge = ages === null ? stored : withRestrictions(current, ages, variants)
  if (isSame(byAge, stored)) return Result.succeed(ids)
  if (isSame(ids, stored)) return Result.succeed(byAge)
  return restrictionsOf(ids, variants).join() === restrictionsOf(byAge, variants).join()
    ? Result.succeed(ids)
    : refuse(catalogueRules.variants_disagree)
}

/** The objects that use a variant. */
export interface VariantUses {
  readonly tags: number
  readonly products: number
  readonly tickets: number
}

/** Decides whether a variant can be deleted: taking it off a child's wristband would make it an adult's. */
export const decideDeletion = (
  current: UserTagVariant,
  uses: VariantUses
): Result.Result<UserTagVariant, InvalidArgument> => {
  if (isStandard(current)) return refuse(catalogueRules.variant_standard, { variant: current.variant_name })
  return uses.tags + uses.products + uses.tickets === 0
    ? Result.succeed(current)
    : refuse(catalogueRules.variant_used, { variant: current.variant_name, ...uses })
}

const alike = (name: string) => name.toLowerCase()

/** Decides in which form a variant is stored. Names are unique in the event, regardless of case. */
export const decide = (
  input: NewUserTagVariant,
  others: ReadonlyArray<Pick<UserTagVariant, "variant_name">>,
  current?: UserTagVariant
): Result.Result<NewUserTagVariant, InvalidArgument> => {
  if (current !== undefined && isStandard(current) && current.variant_name !== input.variant_name) {
    return refuse(catalogueRules.variant_standard, { variant: current.variant_name })
  }
  const other = others.find(({ variant_name }) => alike(variant_name) === alike(input.variant_name))
  return other === undefined
    ? Result.succeed(input)
    : refuse(catalogueRules.variant_name_taken, { name: other.variant_name })
}
