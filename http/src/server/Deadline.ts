import { ServiceUnavailable } from "@wristbank/core/organisation/Refusal"
import { within } from "@wristbank/core/sql/Deadline"
import { Context, Option } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { SignInRequired } from "../api/administration/SignedIn.ts"
import { AsksCardProvider } from "../api/AsksCardProvider.ts"

/** Terminals and guests wait no longer for an answer, in milliseconds: slightly more than a booking tries to get done. */
const patience = 2_500

/** Operators' calls, large imports among them, may take longer once the database has said who asks; in milliseconds. */
const operatorPatience = 30_000

/** Guests wait for the card provider as well, which takes seconds at times; in milliseconds. */
const providerPatience = 10_000

const unavailable = () => new ServiceUnavailable()

/** Answers soon, even if the database is silent. */
export const soon = within(patience, unavailable)

const later = within(operatorPatience, unavailable)

const withProvider = within(providerPatience, unavailable)

/** Keeps a call within the time it may take. */
export const inTime = (endpoint: HttpApiEndpoint.Top) =>
  endpoint.middlewares.has(SignInRequired)
    ? later
    : Option.isSome(Context.getOption(endpoint.annotations, AsksCardProvider))
    ? withProvider
    : soon
