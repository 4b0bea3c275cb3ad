import { useCallback } from "react"
import "../../../kit/tileColours/tileColours.css"
import { useList } from "../../answers.ts"
import type { OfficeAnswer } from "../../calls.ts"
import { useNodeId } from "../../tree.ts"

type Category = OfficeAnswer<"GET /product-categories/:product_category_id">

/** The category with an id; undefined for none. */
export type CategoryOf = (id: number | null) => Category | undefined

/** The categories of the node in the address, by id. */
export const useCategories = (): CategoryOf => {
  const { data } = useList("GET /product-categories", { query: { node_id: useNodeId() } })
  return useCallback((id) => data?.find((one) => one.id === id), [data])
}

/** A category by its name, in its colour. */
export const CategoryBadge = ({ of }: { readonly of: Category | undefined }) =>
  of === undefined ? null : <span className="badge" data-tile-colour={of.colour}>{of.name}</span>
