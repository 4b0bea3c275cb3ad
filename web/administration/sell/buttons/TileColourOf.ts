import type { TileColour } from "@wristbank/core/event/TileColour"

interface Coloured {
  readonly colour: TileColour | null
  readonly category_id: number | null
  readonly product_ids: ReadonlyArray<number>
}

interface Categorised {
  readonly id: number
  readonly category_id: number | null
}

interface Category {
  readonly id: number
  readonly colour: TileColour | null
}

/** The colour in which tills show a button: its own, else that of its category or of the first of its products in one. */
export const tileColourOf = (
  { category_id, colour, product_ids }: Coloured,
  products: ReadonlyArray<Categorised>,
  categories: ReadonlyArray<Category>
): TileColour | null => {
  const ofProducts = product_ids.toSorted((a, b) => a - b)
    .map((id) => products.find((product) => product.id === id)?.category_id ?? null)
    .find((id) => id !== null)
  const wanted = category_id ?? ofProducts
  return colour ?? categories.find(({ id }) => id === wanted)?.colour ?? null
}
