import { shopEventOf, type ShopReader } from "../event/ShopEvent.ts"

/**
 * Decides which events may import. Settings that name the shop's event of another event are refused; of events that name the same
 * one nevertheless, only the one with the lowest id imports, as a ticket must not admit at two events.
 */
export const readersOf = <A extends ShopReader>(
  events: ReadonlyArray<A>
): { readonly readers: ReadonlyArray<A>; readonly others: ReadonlyArray<A> } => {
  const first = new Map<string, bigint>()
  for (const one of events) {
    const name = shopEventOf(one)
    const known = first.get(name)
    if (known === undefined || one.eventId < known) first.set(name, one.eventId)
  }
  const isReader = (one: A) => first.get(shopEventOf(one)) === one.eventId
  return { readers: events.filter(isReader), others: events.filter((one) => !isReader(one)) }
}
