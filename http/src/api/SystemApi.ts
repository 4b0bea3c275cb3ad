import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "./Needs.ts"

/** Calls of every API about its own process. */
export class SystemApi extends HttpApiGroup.make("system").add(
  // Answers while the process runs, even if the database is away: a restart would not help.
  HttpApiEndpoint.get("health", "/health", { success: Schema.Struct({ status: Schema.Literal("healthy") }) }),
  // Answers when calls would succeed: the database is reachable and has this version's schema.
  HttpApiEndpoint.get("ready", "/health/ready", { success: Schema.Struct({ status: Schema.Literal("ready") }) })
).annotate(Needs, "nothing") {}
