import { Schema } from "effect"
import { atMost, SingleLine } from "../primitives/Text.ts"

export const BlobId = Schema.String.check(atMost(36, "a UUID"), Schema.isUUID())

/** How an event looks to its guests. */
export class EventDesign extends Schema.Class<EventDesign>("EventDesign")({
  /** The logo on receipts; null for none. */
  bon_logo_blob_id: Schema.NullOr(BlobId)
}) {}

/** Characters of base64 that a logo may come in: more than the largest needs. */
const longestLogo = 1_048_576

/** A file as an operator sends it: base64 and what it is. */
export class NewBlob extends Schema.Class<NewBlob>("NewBlob")({
  data: Schema.String.check(atMost(longestLogo)).pipe(Schema.decodeTo(Schema.Uint8ArrayFromBase64)),
  mime_type: SingleLine
}) {}

/** A stored file; what is stored was made harmless before. */
export class StoredBlob extends Schema.Class<StoredBlob>("StoredBlob")({
  mime_type: Schema.String,
  data: Schema.Uint8Array
}) {}

export const svgType = "image/svg+xml"

/** Largest logo, in bytes. */
export const maxLogoBytes = 512 * 1024
