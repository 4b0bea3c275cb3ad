import { useMemo } from "react"
import { useFormats } from "../../../kit/EventFormats.ts"
import { plainLook, type TileLook } from "../../../kit/Tile.tsx"
import { type Loading, useList } from "../../answers.ts"
import { useNodeId } from "../../tree.ts"
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
  const asked = [buttons, tickets, products]
  const data = useMemo(() => {
    if (buttons.data === undefined || tickets.data === undefined || products.data === undefined) return undefined
    const free = new Set(products.data.filter(({ fixed_price }) => !fixed_price).map(({ id }) => id))
    return {
      buttons: buttons.data.map(({ colour, id, name, picture_hash, price, product_ids, short_name }) => ({
        id: String(id),
        name,
        look: { colour, picture_hash, short_name },
        price: product_ids.some((product) => free.has(product)) ? freePrice : money(price)
      })),
      tickets: tickets.data.map(({ id, name, total_price }) => ({
        id: String(id),
        name,
        look: plainLook,
        price: money(total_price)
      }))
    }
  }, [buttons.data, freePrice, money, products.data, tickets.data])
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
