import { Result } from "effect"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { eventRules } from "./EventRules.ts"
import type { EventSettings } from "./EventSettings.ts"
import { isReadByAnother, type ShopEvent, shopEventOf, type ShopReader } from "./ShopEvent.ts"

type ShopSettings = Pick<
  EventSettings,
  "pretix_presale_enabled" | "pretix_shop_url" | "pretix_organizer" | "pretix_event"
>

/** The event of a ticket shop from which an event with these settings imports; null for none. */
const shopIn = (
  { pretix_event: event, pretix_organizer: organizer, pretix_presale_enabled, pretix_shop_url: url }: ShopSettings
): ShopEvent | null =>
  pretix_presale_enabled && url !== null && organizer !== null && event !== null ? { url, organizer, event } : null

/**
 * Decides whether an event may import from the ticket shop of its settings: a ticket must not admit at two events. While the shop
 * stays the same, so do the settings that were allowed before. `before` and `eventId` are null for a new event.
 */
export const allowShop = (
  before: ShopSettings | null,
  after: ShopSettings,
  eventId: bigint | null,
  readers: ReadonlyArray<ShopReader>
): Result.Result<void, InvalidArgument> => {
  const [was, shop] = [before === null ? null : shopIn(before), shopIn(after)]
  if (shop === null || (was !== null && shopEventOf(was) === shopEventOf(shop))) return Result.void
  return isReadByAnother(shop, eventId, readers) ? refuse(eventRules.ticket_shop_taken) : Result.void
}
