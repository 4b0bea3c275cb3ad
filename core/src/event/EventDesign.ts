import { Schema } from "effect"
import { nullOr } from "../base/OptionalField.ts"
import { atMost, SingleLine } from "../base/Text.ts"
import { Uuid } from "../base/Uuid.ts"

export const BlobId = Uuid

/** The visual design of an event for its guests. */
export class EventDesign extends Schema.Class<EventDesign>("EventDesign")({
  /** The file of the logo on receipts and reports; null for none. */
  bon_logo_blob_id: nullOr(BlobId)
}) {}

/** Longest logo in characters of base64; more than `maxLogoBytes` needs. */
const longestLogo = 1_048_576

/** An uploaded file: its content in base64 and its type. */
export class NewBlob extends Schema.Class<NewBlob>("NewBlob")({
  /** The content of the file in base64. */
  data: Schema.String.check(atMost(longestLogo)).pipe(Schema.decodeTo(Schema.Uint8ArrayFromBase64)),
  /** The type of the file: `image/svg+xml`. */
  mime_type: SingleLine
}) {}

/** A stored file; only sanitised files are stored. */
export class StoredBlob extends Schema.Class<StoredBlob>("StoredBlob")({
  mime_type: Schema.String,
  data: Schema.Uint8Array
}) {}

export const svgType = "image/svg+xml"

/** Largest logo, in bytes. */
export const maxLogoBytes = 512 * 1024
