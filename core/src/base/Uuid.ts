import { Schema } from "effect"
import { atMost } from "./Text.ts"

/** A UUID (RFC 9562) in its usual form of 36 characters, as of a terminal's request or a stored file. */
export const Uuid = Schema.String.check(atMost(36, "a UUID"), Schema.isUUID())
