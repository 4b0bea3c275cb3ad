import { ByteSize } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

/** The usual limit of a call's body. */
export const usualBodyLimit = ByteSize.kibibytes(64)

/** Calls with a larger limit, by method and path. */
export const largerBodies: ReadonlyMap<string, { readonly limit: ByteSize.ByteSize; readonly why: string }> = new Map([
  ["POST /user-tags", { limit: ByteSize.mebibytes(16), why: "100,000 tags with their PINs" }],
  ["POST /tree/events/:node_id/event-design/bon-logo", {
    limit: ByteSize.mebibytes(1),
    why: "a logo of 512 KiB, in base64"
  }],
  ["POST /till-button-pictures", {
    limit: ByteSize.mebibytes(1),
    why: "a picture of 64 KiB in base64; of larger ones the refusal says how large they may be"
  }],
  ["POST /terminal/site-map", { limit: ByteSize.mebibytes(4), why: "a picture of 2 MiB, in base64" }],
  ["POST /tree/nodes/:node_id/plan-event-file", {
    limit: ByteSize.mebibytes(16),
    why: "an event's file of 500,000 characters, with a logo, a map of the site and pictures of buttons in base64"
  }],
  ["POST /tree/nodes/:node_id/apply-event-file", {
    limit: ByteSize.mebibytes(16),
    why: "an event's file of 500,000 characters, with a logo, a map of the site and pictures of buttons in base64"
  }],
  ["POST /tree/nodes/:node_id/create-event", {
    limit: ByteSize.mebibytes(1),
    why: "texts for guests of up to 200,000 characters"
  }],
  ["POST /tree/events/:node_id/event-settings", {
    limit: ByteSize.mebibytes(1),
    why: "texts for guests of up to 200,000 characters"
  }]
])

/** The limit of a call's body. */
export const bodyLimitOf = ({ method, path }: Pick<HttpApiEndpoint.Top, "method" | "path">): ByteSize.ByteSize =>
  largerBodies.get(`${method} ${path}`)?.limit ?? usualBodyLimit
