import { Context } from "effect"
import type { EventConfiguration } from "../event/EventConfiguration.ts"

/** A simulated card provider for one event. */
export interface CardStandIn {
  /** Name of the event, which is directly below the root. */
  readonly eventName: string
  /** The event's merchant code, as long as no real one is set. */
  readonly merchantCode: string
  readonly url: URL
}

/** The stand-in for the demo event; null if there is none. */
export const CardStandIn = Context.Reference<CardStandIn | null>("core/reference/CardStandIn", {
  defaultValue: () => null
})

/** The page of the stand-in where a checkout is paid; null with a real provider and without a checkout. */
export const payUrl = (provider: URL | null, checkoutId: string | null): string | null =>
  provider === null || checkoutId === null ? null : new URL(`pay/${encodeURIComponent(checkoutId)}`, provider).href

/**
 * The provider's address for an event: that of the stand-in for its own event, null (the configured address) for every
 * other. Determined for each call, as events are created and changed while a server runs.
 */
export const providerOf = (
  standIn: CardStandIn | null,
  { card, eventId, nodes, settings }: Pick<EventConfiguration, "card" | "eventId" | "nodes" | "settings">
): URL | null =>
  standIn !== null && settings.name === standIn.eventName && card.merchantCode === standIn.merchantCode &&
    nodes.get(eventId)?.parent_ids.length === 1
    ? standIn.url
    : null
