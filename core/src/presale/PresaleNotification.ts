import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { SingleLine } from "../base/Text.ts"

/** A change that the ticket shop reports, as pretix sends it. Its content is only used to find the order to read again. */
export const PresaleNotification = Schema.Struct({
  notification_id: Id,
  organizer: SingleLine,
  event: SingleLine,
  code: SingleLine,
  action: SingleLine
})
export type PresaleNotification = typeof PresaleNotification.Type

/** The actions after which an order or a check-in of it may differ. */
const actions = ["pretix.event.order.", "pretix.event.checkin"]

/** Whether a notification concerns an order of this event of the shop. */
export const concerns = (
  { action, event, organizer }: PresaleNotification,
  at: { readonly organizer: string; readonly event: string }
): boolean =>
  organizer === at.organizer && event === at.event && actions.some((beginning) => action.startsWith(beginning))

/** Notifications that may wait in an event. With more, the orders are found by a reading of changes instead. */
export const mostWaiting = 5000
