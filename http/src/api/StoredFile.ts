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

/**
 * Headers that allow caching, as a file never changes under its id, and that keep its content from running or loading
 * anything even when it is opened on its own.
 */
export const fileHeaders = {
  "cache-control": "public, max-age=31536000, immutable",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff"
} as const

const stored = (contentType: string) =>
  HttpApiSchema.WithHeaders(Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType })), FileHeaders)

/** The answer with a stored file. */
export const StoredFile = stored(svgType)

/** The answer with a stored PNG, JPEG or WebP picture. */
export const StoredPicture = stored("image/*")

/** The answer with a file that is made for the call, of a type such as `application/zip`. */
export const downloaded = (contentType: string) =>
  HttpApiSchema.WithHeaders(
    Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType })),
    { "cache-control": Schema.String, "content-disposition": Schema.String, "x-content-type-options": Schema.String }
  )
