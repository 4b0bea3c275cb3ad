import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "./Needs.ts"

/** Whether the process that answers is well, for load balancers and monitoring. */
export class SystemApi extends HttpApiGroup.make("system").add(
  /**
   * Ask whether the process runs.
   *
   * Answers while the process runs, even if the database is away: a restart would not help then.
   */
  HttpApiEndpoint.get("health", "/health", {
    success: Schema.Struct({
      /** Always `healthy`. */
      status: Schema.Literal("healthy")
    })
  }),
  /**
   * Ask whether calls would succeed.
   *
   * Answers when the database is reachable, has the schema of this version and could store a booking; otherwise it is refused. Send
   * callers elsewhere meanwhile.
   */
  HttpApiEndpoint.get("ready", "/health/ready", {
    success: Schema.Struct({
      /** Always `ready`. */
      status: Schema.Literal("ready")
    })
  })
).annotate(Needs, "nothing") {}
