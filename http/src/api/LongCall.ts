import { Context } from "effect"

/** Marks operators' calls that make a file from all bookings of an event, which can take minutes. */
export class LongCall extends Context.Service<LongCall, true>()("http/LongCall") {}
