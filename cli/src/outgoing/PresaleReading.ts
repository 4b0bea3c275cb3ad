import { eventCaller, type EventRequest } from "@wristbank/core/event/EventCaller"
import { mayManage } from "@wristbank/core/organisation/Place"
import { PresaleReadings } from "@wristbank/core/presale/PresaleReadings"
import { PresaleStatuses } from "@wristbank/core/presale/PresaleStatuses"
import { Effect, Schema } from "effect"
import { withApplication } from "../serving/WholeApplication.ts"
import { eventNamed } from "../shell/NamedNodes.ts"
import { long } from "../views/Progress.ts"

/** Raised when a ticket shop is to be read whose presale is switched off. */
class PresaleOff extends Schema.TaggedError<PresaleOff>()("PresaleOff", { message: Schema.String }) {}

/** An event by its number or name, and the user in whose name it is read. */
type NamedRequest = Omit<EventRequest, "eventId"> & { readonly event: string }

/** Reads the ticket shop of an event in this process, in the name of a user. */
export const readNow = (
  { event: { event, ...request }, everything }: { readonly event: NamedRequest; readonly everything: boolean }
) =>
  withApplication(Effect.gen(function*() {
    const eventId = yield* eventNamed(event)
    const { caller, settings } = yield* eventCaller({ ...request, eventId }, mayManage)
    if (!settings.pretix_presale_enabled) {
      return yield* new PresaleOff({ message: "The presale of the event is switched off" })
    }
    // For the audit log; the reading itself ends the request.
    yield* PresaleStatuses.use(({ requestReading }) => requestReading(caller, everything))
    const count = yield* PresaleReadings.use(({ read }) => read(eventId, everything)).pipe(
      long("Reading the ticket shop")
    )
    return count ?? (yield* new PresaleOff({ message: "The presale of the event is switched off" }))
  }))
