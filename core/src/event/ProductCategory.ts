import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { integerBetween } from "../base/Integer.ts"
import { categories } from "../base/limits/Limits.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { say, type Sentence, text } from "../base/Sentence.ts"
import { Name } from "../base/Text.ts"
import { catalogueRules } from "./CatalogueRules.ts"
import { tileColours } from "./TileColour.ts"

/** Longest name of a category, in characters: it stands on a tab of a till. */
const longestName = 60

/** The last place in the order. */
const lastPlace = 9999

/** The colour of a category or a button, by its name. */
export const Colour = Schema.Literals(tileColours)

const category = {
  /** The name: 1 to 60 characters. Unique among categories at the node, above it and below it. */
  name: Name.check(Schema.isMaxLength(longestName)),
  /** The colour that tills show its buttons in, beside its name. */
  colour: Colour,
  /** Its place among the categories: lists and tabs are in ascending order of it, then by name. */
  sequence: integerBetween({ minimum: 0, maximum: lastPlace })
}

/** What the office enters for a category of products. */
export class NewProductCategory extends Schema.Class<NewProductCategory>("NewProductCategory")({
  ...category,
  /** Its place among the categories. If left out, a new one comes last, and another stays where it is. */
  sequence: Schema.optionalKey(category.sequence)
}) {}

/** A category of products, such as drinks: tills show its products together. */
export class ProductCategory extends Schema.Class<ProductCategory>("ProductCategory")({
  ...category,
  id: Id,
  node_id: Id
}) {}

/** The stored data of a category. */
export type Draft = Pick<ProductCategory, "colour" | "name" | "sequence">

/** Decides in which form a category is stored; `others` are all other categories of the event. */
export const decide = (
  input: NewProductCategory,
  { current, nameTaken, others }: {
    readonly current?: ProductCategory | undefined
    readonly nameTaken: boolean
    readonly others: ReadonlyArray<Pick<ProductCategory, "sequence">>
  }
): Result.Result<Draft, InvalidArgument> => {
  if (others.length >= categories) return refuse(catalogueRules.categories_too_many, { maximum: categories })
  if (nameTaken) return refuse(catalogueRules.category_name_taken, { name: input.name })
  const last = Math.max(-1, ...others.map(({ sequence }) => sequence))
  const sequence = input.sequence ?? current?.sequence ?? Math.min(last + 1, lastPlace)
  return Result.succeed({ name: input.name, colour: input.colour, sequence })
}

/** The names of what uses a category. */
export interface CategoryUses {
  readonly products: ReadonlyArray<string>
  readonly buttons: ReadonlyArray<string>
  readonly lists: ReadonlyArray<string>
}

const uses: { readonly [Kind in keyof CategoryUses]: (names: ReadonlyArray<string>) => Sentence } = {
  products: (names) => say(text({ en: "products {names:first_ten}", de: "Produkte {names:first_ten}" }), { names }),
  buttons: (names) => say(text({ en: "buttons {names:first_ten}", de: "Tasten {names:first_ten}" }), { names }),
  lists: (names) => say(text({ en: "price lists {names:first_ten}", de: "Preislisten {names:first_ten}" }), { names })
}

/** Decides whether a category can be deleted: what is in it would lose its place at tills unseen. */
export const decideDeletion = (
  current: ProductCategory,
  used: CategoryUses
): Result.Result<ProductCategory, InvalidArgument> => {
  const kinds = Object.keys(uses) as ReadonlyArray<keyof CategoryUses>
  const sentences = kinds.filter((kind) => used[kind].length > 0).map((kind) => uses[kind](used[kind]))
  return sentences.length === 0
    ? Result.succeed(current)
    : refuse(catalogueRules.category_used, { category: current.name, uses: sentences })
}
