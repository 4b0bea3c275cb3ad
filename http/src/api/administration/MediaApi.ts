import { BlobId, svgType } from "@wristbank/core/organisation/EventDesign"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Needs } from "../Needs.ts"

/** What browsers are told about a stored file. */
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

/** Files that everybody may see. */
export class MediaApi extends HttpApiGroup.make("media").add(
  HttpApiEndpoint.get("blob", "/media/blob/:blob_id", {
    params: { blob_id: BlobId },
    success: HttpApiSchema.WithHeaders(
      Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: svgType })),
      FileHeaders
    )
  })
).annotate(Needs, "nothing") {}
