import { Schema } from "effect"
import { SingleLine } from "./Text.ts"

export const BlobId = Schema.String.check(Schema.isUUID())

/** How an event looks to its guests. */
export class EventDesign extends Schema.Class<EventDesign>("EventDesign")({
  /** The logo on receipts; null for none. */
  bon_logo_blob_id: Schema.NullOr(BlobId)
}) {}

/** A file as an operator sends it: base64 and what it is. */
export class NewBlob extends Schema.Class<NewBlob>("NewBlob")({
  data: Schema.Uint8ArrayFromBase64,
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
