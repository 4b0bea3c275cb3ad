import { PictureHash } from "@wristbank/core/event/ButtonPicture"
import { StoredPicture } from "./StoredFile.ts"

/** What the call for the picture of a button takes and answers. */
export const buttonPicture = {
  params: {
    /** The SHA-256 of the picture in hexadecimal, as buttons name it. */
    hash: PictureHash
  },
  success: StoredPicture
}
