import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "./Needs.ts"

/** What every API answers about itself. */
export class SystemApi extends HttpApiGroup.make("system").add(
  // The process runs; it is no use to restart it because its database is away.
  HttpApiEndpoint.get("health", "/health", { success: Schema.Struct({ status: Schema.Literal("healthy") }) }),
  // Calls would succeed: the database answers and has the schema of this version.
  HttpApiEndpoint.get("ready", "/health/ready", { success: Schema.Struct({ status: Schema.Literal("ready") }) })
).annotate(Needs, "nothing") {}
