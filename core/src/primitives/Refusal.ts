import { Schema } from "effect"
import { Id } from "../ledger/Id.ts"

/** The token is empty, unknown, expired or revoked. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {}, { httpApiStatus: 401 }) {
  override readonly message = "Please sign in again"
}

/** The caller is signed in but has none of the privileges that allow the call. */
export class AccessDenied extends Schema.TaggedError<AccessDenied>()(
  "AccessDenied",
  { message: Schema.String },
  { httpApiStatus: 403 }
) {}

/** The object named by the call does not exist at the node where the caller stands. */
export class NotFound extends Schema.TaggedError<NotFound>()(
  "NotFound",
  {
    /** What was looked for, for example `till` or `user_tag`. */
    element_type: Schema.String,
    element_id: Schema.NullOr(Schema.Union([Id, Schema.String]))
  },
  { httpApiStatus: 404 }
) {
  override readonly message = `There is no ${this.element_type.replaceAll("_", " ")}${
    this.element_id === null ? " here" : ` ${this.element_id}`
  }`
}

/** A rule without an error of its own forbids what the request asks for; the message names the rule. */
export class InvalidArgument extends Schema.TaggedError<InvalidArgument>()(
  "InvalidArgument",
  { message: Schema.String },
  { httpApiStatus: 400 }
) {}

/** The database is away or too slow; nothing was booked unless a repeated call with the same uuid says so. */
export class ServiceUnavailable
  extends Schema.TaggedError<ServiceUnavailable>()("ServiceUnavailable", {}, { httpApiStatus: 503 })
{
  override readonly message = "The service is busy, please try again in a moment"
}
