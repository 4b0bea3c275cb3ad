import { ServiceUnavailable } from "@wristbank/core/primitives/Refusal"
import { within } from "@wristbank/core/sql/Deadline"
import { Cause, Context, Option } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { SignInRequired } from "../api/administration/SignedIn.ts"
import { isGuarded } from "../api/Guarded.ts"
import { TakesLonger } from "../api/TakesLonger.ts"

/** Time limit for terminal and guest calls, in milliseconds: slightly more than what a booking may take. */
const terminalMillis = 2_500

/** Operators' calls, large imports among them, may take longer once the database has said who asks; in milliseconds. */
const operatorMillis = 30_000

/** Guests wait for the card provider or for a PDF as well, which take seconds at times; in milliseconds. */
const guestMillis = 10_000

const unavailable = () => new ServiceUnavailable()

/** Answers soon, even if the database is silent. */
export const soon = within(terminalMillis, unavailable)

// The database is what these wait for: too late is an outage of it, of which the operator hears. Anonymous callers wait for their turn
// as well, for a connection or while passwords of others are worked on.
const usual = within(terminalMillis, () => new Cause.TimeoutError())
const later = within(operatorMillis, () => new Cause.TimeoutError())

const longer = within(guestMillis, unavailable)

/** Keeps a call within the time it may take. */
export const inTime = (endpoint: HttpApiEndpoint.Top) =>
  endpoint.middlewares.has(SignInRequired)
    ? later
    : Option.isSome(Context.getOption(endpoint.annotations, TakesLonger))
    ? longer
    : isGuarded(endpoint)
    ? usual
    : soon
