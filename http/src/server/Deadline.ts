import { ServiceUnavailable } from "@wristbank/core/organisation/Refusal"
import { within } from "@wristbank/core/sql/Deadline"
import type { HttpApiEndpoint } from "effect/http-api"
import { SignInRequired } from "../api/administration/SignedIn.ts"

/** Terminals and guests wait no longer for an answer, in milliseconds: slightly more than a booking tries to get done. */
const patience = 2_500

/** Operators' calls, large imports among them, may take longer once the database has said who asks; in milliseconds. */
const operatorPatience = 30_000

const unavailable = () => new ServiceUnavailable()

/** Answers soon, even if the database is silent. */
export const soon = within(patience, unavailable)

const later = within(operatorPatience, unavailable)

/** Keeps a call within the time it may take. */
export const inTime = (endpoint: HttpApiEndpoint.Top) => endpoint.middlewares.has(SignInRequired) ? later : soon
