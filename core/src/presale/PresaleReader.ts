/** The event of a ticket shop that an event of ours imports from. */
export interface ShopEvent {
  /** Address of the shop. */
  readonly url: string
  readonly organizer: string
  readonly event: string
}

/** Names an organiser of a ticket shop; the same for every spelling of the shop's address. */
export const organizerOf = ({ organizer, url }: Pick<ShopEvent, "url" | "organizer">): string =>
  `${(URL.parse(url)?.href ?? url).replace(/\/+$/, "")} ${organizer}`

/**
 * Decides which events may import: of those that name the same event of the shop only the one with the lowest id, as a ticket
 * must not admit at two events.
 */
export const readersOf = <A extends ShopEvent & { readonly eventId: bigint }>(
  events: ReadonlyArray<A>
): { readonly readers: ReadonlyArray<A>; readonly others: ReadonlyArray<A> } => {
  const first = new Map<string, bigint>()
  for (const one of events) {
    const name = nameOf(one)
    const known = first.get(name)
    if (known === undefined || one.eventId < known) first.set(name, one.eventId)
  }
  const isReader = (one: A) => first.get(nameOf(one)) === one.eventId
  return { readers: events.filter(isReader), others: events.filter((one) => !isReader(one)) }
}

/** Whether an event other than this one imports from the event of the shop; `eventId` is null for a new event. */
export const isReadByAnother = (
  shop: ShopEvent,
  eventId: bigint | null,
  importing: ReadonlyArray<ShopEvent & { readonly eventId: bigint }>
): boolean => importing.some((one) => one.eventId !== eventId && nameOf(one) === nameOf(shop))

const nameOf = (one: ShopEvent) => `${organizerOf(one)} ${one.event}`
