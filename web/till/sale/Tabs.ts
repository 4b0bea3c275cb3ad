import type { TillConfig } from "../Session.ts"
import type { SaleButton } from "./Basket.ts"

type Category = TillConfig["categories"][number]

/** A tab of buttons: those of a category, or with `category` undefined those of none. */
export interface Tab<B> {
  readonly category: Category | undefined
  readonly buttons: ReadonlyArray<B>
}

/** As many buttons are seen at once on most screens. */
const mostOnOnePage = 12

/**
 * The tabs of a till: its categories in their order, and last what is in none. Within a tab the order of the layout stays. None if all
 * buttons are on one page, because the profile says so, because there are few, or because they are all of one kind.
 */
export const tabsOf = <B extends Pick<SaleButton, "category_id">>(
  till: Pick<TillConfig, "categories" | "one_page"> | null,
  buttons: ReadonlyArray<B>
): ReadonlyArray<Tab<B>> => {
  // An earlier version of this application kept configurations without categories.
  if (till?.categories === undefined || till.one_page || buttons.length <= mostOnOnePage) return []
  const known = new Set(till.categories.map(({ id }) => id))
  const tabs = [...till.categories, undefined].map((category) => ({
    category,
    buttons: buttons.filter(({ category_id: id }) =>
      category === undefined ? id === null || !known.has(id) : id === category.id
    )
  }))
  const filled = tabs.filter((tab) => tab.buttons.length > 0)
  return filled.length > 1 ? filled : []
}
