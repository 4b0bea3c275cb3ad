import { useCallback, useState } from "react"
import type { Refusal } from "../../kit/Refusal.ts"
import { call } from "../calls.ts"
import type { Order } from "./Orders.ts"

/** How many orders are loaded at once. */
const pageSize = 50

interface Loaded {
  readonly orders: ReadonlyArray<Order> | undefined
  readonly hasMore: boolean
  readonly refusal: Refusal | undefined
}

/** The person's own orders at this till, loaded page by page; what was loaded stays when loading fails. */
export const useOwnOrders = () => {
  const [loaded, setLoaded] = useState<Loaded>({ orders: undefined, hasMore: false, refusal: undefined })
  const loadAfter = useCallback(async (before: ReadonlyArray<Order>) => {
    const last = before.at(-1)
    const answer = await call("GET /order", {
      query: { limit: String(pageSize), ...(last === undefined ? {} : { cursor: last.id }) }
    })
    setLoaded((now) =>
      answer.ok
        ? { orders: [...before, ...answer.answer], hasMore: answer.answer.length === pageSize, refusal: undefined }
        : { ...now, refusal: answer.refusal }
    )
  }, [])
  const load = useCallback(() => void loadAfter([]), [loadAfter])
  return { ...loaded, load, loadMore: () => void loadAfter(loaded.orders ?? []) }
}
