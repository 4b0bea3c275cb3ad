import { Context } from "effect"
import type { EventConfiguration } from "../event/EventConfiguration.ts"

/** What answers in place of the card provider for one event, whose payments are made up. */
export interface CardStandIn {
  /** Name of the event, which lies directly below the root. */
  readonly eventName: string
  /** That the event has as long as nobody gave it a real one. */
  readonly merchantCode: string
  readonly url: URL
}

/** The stand-in for the demo event; null where there is none. */
export const CardStandIn = Context.Reference<CardStandIn | null>("core/CardStandIn", { defaultValue: () => null })

/**
 * Where the provider is asked for an event: at the stand-in for its event alone, and null, the address that is configured,
 * for every other. It is asked for each call, as events come and change while a server runs.
 */
export const providerOf = (
  standIn: CardStandIn | null,
  { card, eventId, nodes, settings }: Pick<EventConfiguration, "card" | "eventId" | "nodes" | "settings">
): URL | null =>
  standIn !== null && settings.name === standIn.eventName && card.merchantCode === standIn.merchantCode &&
    nodes.get(eventId)?.parent_ids.length === 1
    ? standIn.url
    : null
