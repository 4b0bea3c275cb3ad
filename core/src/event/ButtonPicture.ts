import { Schema } from "effect"
import { atMost } from "../base/Text.ts"

/** The SHA-256 of a picture as it is stored, in 64 lower-case hexadecimal digits. */
export const PictureHash = Schema.String.check(
  atMost(64, "64 hexadecimal digits"),
  Schema.isPattern(/^[0-9a-f]{64}$/, { expected: "64 hexadecimal digits" })
)

/** A picture as it is uploaded. */
export class NewButtonPicture extends Schema.Class<NewButtonPicture>("NewButtonPicture")({
  /** The PNG, JPEG or WebP picture in base64: at most 64 KiB of it when decoded, and 512 pixels wide and high. */
  data: Schema.String.check(atMost(800_000)).pipe(Schema.decodeTo(Schema.Uint8ArrayFromBase64))
}) {}

/** A stored picture of buttons. */
export class ButtonPicture extends Schema.Class<ButtonPicture>("ButtonPicture")({
  /** Its SHA-256 in hexadecimal, which buttons name and under which it is fetched. */
  hash: PictureHash,
  /** `image/png`, `image/jpeg` or `image/webp`. */
  mime_type: Schema.String,
  /** In pixels. */
  width: Schema.Int,
  /** In pixels. */
  height: Schema.Int,
  /** How large it is, in bytes. */
  bytes: Schema.Int
}) {}
