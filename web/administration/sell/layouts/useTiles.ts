import { useMemo } from "react"
import { useFormats } from "../../../kit/EventFormats.ts"
import { plainLook, type TileLook } from "../../../kit/Tile.tsx"
import { type Loading, useList } from "../../answers.ts"
import { useNodeId } from "../../tree.ts"
import { tileColourOf } from "../buttons/TileColourOf.ts"
import { useTexts } from "../texts.ts"

/** What a tile of the till shows. */
export interface TileContent {
  /** The id of the button or ticket. */
  readonly id: string
  readonly name: string
  readonly look: TileLook
  readonly price: string
}

/** Everything that layouts of a node can show. */
export interface Tiles {
  readonly buttons: ReadonlyArray<TileContent>
  readonly tickets: ReadonlyArray<TileContent>
}

/** The buttons and tickets of a node, as tiles of a till. */
export const useTiles = (): Loading<Tiles> => {
  const { freePrice } = useTexts()
  const { money } = useFormats()
  const input = { query: { node_id: useNodeId() } }
  const buttons = useList("GET /till-buttons", input)
  const tickets = useList("GET /tickets", input)
  const products = useList("GET /products", input)
  const categories = useList("GET /product-categories", input)
  const asked = [buttons, tickets, products, categories]
  const [all, goods, groups] = [buttons.data, products.data, categories.data]
  const data = useMemo(() => {
    if (all === undefined || tickets.data === undefined || goods === undefined || groups === undefined) return undefined
    const free = new Set(goods.filter(({ fixed_price }) => !fixed_price).map(({ id }) => id))
    return {
      buttons: all.map((button) => ({
        id: String(button.id),
        name: button.name,
        look: { ...button, colour: tileColourOf(button, goods, groups) },
        price: button.product_ids.some((product) => free.has(product)) ? freePrice : money(button.price)
      })),
      tickets: tickets.data.map(({ id, name, total_price }) => ({
        id: String(id),
        name,
        look: plainLook,
        price: money(total_price)
      }))
    }
  }, [all, freePrice, goods, groups, money, tickets.data])
  return {
    data,
    at: Math.min(...asked.map(({ at }) => at)),
    refusal: asked.find(({ refusal }) => refusal !== undefined)?.refusal,
    loading: asked.some(({ loading }) => loading),
    load: () => asked.forEach(({ load }) => load())
  }
}

/** The tiles with these ids, in their order. */
export const tilesOf = (tiles: ReadonlyArray<TileContent>, ids: ReadonlyArray<string>): ReadonlyArray<TileContent> =>
  ids.flatMap((id) => tiles.filter((tile) => tile.id === id))
