import { svgType } from "@wristbank/core/event/EventDesign"
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"

/** The headers of a stored file. */
const FileHeaders = {
  "cache-control": Schema.String,
  "content-security-policy": Schema.String,
  "cross-origin-resource-policy": Schema.String,
  "x-content-type-options": Schema.String
}

/** A file never changes under its id; nothing in it may run or load, even when it is opened by itself. */
export const fileHeaders = {
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff"
} as const

/** A stored file as it is answered. */
export const StoredFile = HttpApiSchema.WithHeaders(
  Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: svgType })),
  FileHeaders
)
