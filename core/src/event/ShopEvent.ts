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
