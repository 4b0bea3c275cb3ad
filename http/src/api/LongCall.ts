import { Context } from "effect"

/** Marks operators' calls that read all bookings of an event, which can take minutes beside bookings. */
export class LongCall extends Context.Service<LongCall, true>()("http/LongCall") {}
