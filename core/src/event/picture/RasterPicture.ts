import { buttonPictures } from "../../base/limits/Limits.ts"

/** What was read of a picture. */
export interface RasterPicture {
  /** In pixels. */
  readonly width: number
  /** In pixels. */
  readonly height: number
  /** The picture without anything that does not draw, such as where a photo was taken. */
  readonly data: Uint8Array
}

/** Why a picture can't be read. */
export type PictureFault = "animated" | "malformed" | "turned"

/** Whether a picture of this size is refused anyway, so that its content need not be read. */
export const isTooLong = ({ height, width }: Pick<RasterPicture, "height" | "width">): boolean =>
  Math.max(width, height) > buttonPictures.longestSide

/** Whether bytes have an ASCII text at an offset. */
export const hasText = (bytes: Uint8Array, text: string, offset = 0): boolean =>
  Array.from(text).every((letter, at) => bytes[offset + at] === letter.charCodeAt(0))

/** The numbers in bytes. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
