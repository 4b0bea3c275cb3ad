/** An organiser of a ticket shop. */
export interface ShopOrganizer {
  /** Address of the shop. */
  readonly url: string
  readonly organizer: string
}

/** The event of a ticket shop that an event of ours imports from. */
export interface ShopEvent extends ShopOrganizer {
  readonly event: string
}

/** An event of ours whose presale is switched on. */
export interface ShopReader extends ShopEvent {
  readonly eventId: bigint
}

/** Names an organiser of a ticket shop; the same for every spelling of the shop's address. */
export const organizerOf = ({ organizer, url }: ShopOrganizer): string =>
  `${(URL.parse(url)?.href ?? url).replace(/\/+$/, "")} ${organizer}`

/** Names an event of a ticket shop; the same for every spelling of the shop's address. */
export const shopEventOf = (one: ShopEvent): string => `${organizerOf(one)} ${one.event}`

/** Whether an event other than this one imports from the event of the shop; `eventId` is null for a new event. */
export const isReadByAnother = (
  shop: ShopEvent,
  eventId: bigint | null,
  readers: ReadonlyArray<ShopReader>
): boolean => readers.some((one) => one.eventId !== eventId && shopEventOf(one) === shopEventOf(shop))

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
