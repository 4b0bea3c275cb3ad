import { ServiceUnavailable } from "@wristbank/core/base/Refusal"
import { within } from "@wristbank/core/sql/Deadline"
import { Cause, Context, Option } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { SignInRequired } from "../../api/administration/SignedIn.ts"
import { isGuarded } from "../../api/Guarded.ts"
import { LongCall } from "../../api/LongCall.ts"
import { SlowCall } from "../../api/SlowCall.ts"

/** Time limit of terminals' and guests' calls, in milliseconds: slightly more than that of a booking. */
const terminalMillis = 2_500

/** Time limit of operators' calls once their token was verified, in milliseconds. Large imports are among them. */
const operatorMillis = 30_000

/** Time limit of operators' calls that read all bookings of an event, in milliseconds. */
const exportMillis = 600_000

/**
 * Time limit of calls that wait for the card provider, for a PDF or for a password to be checked, in milliseconds. Each can take
 * seconds: passwords are checked at a low priority.
 */
const slowMillis = 10_000

const unavailable = () => new ServiceUnavailable()

/** Limits a call to the time of terminals' calls; later it fails as `ServiceUnavailable`. */
export const soon = within(terminalMillis, unavailable)

// These calls wait for the database alone, so a call that is too late counts and is logged as an outage of it. Calls
// limited by `ServiceUnavailable` may also wait for other reasons: for the card provider, for a free connection, or while
// passwords of others are checked.
const usual = within(terminalMillis, () => new Cause.TimeoutError())
const later = within(operatorMillis, () => new Cause.TimeoutError())

const longest = within(exportMillis, unavailable)
const slow = within(slowMillis, unavailable)

/** Keeps a call within the time limit of its kind. */
export const inTime = (endpoint: HttpApiEndpoint.Top) =>
  Option.isSome(Context.getOption(endpoint.annotations, LongCall))
    ? longest
    : endpoint.middlewares.has(SignInRequired)
    ? later
    : Option.isSome(Context.getOption(endpoint.annotations, SlowCall))
    ? slow
    : isGuarded(endpoint)
    ? usual
    : soon
