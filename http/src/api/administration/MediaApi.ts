import { BlobId } from "@wristbank/core/event/EventDesign"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { buttonPicture } from "../ButtonPictureCall.ts"
import { Needs } from "../Needs.ts"
import { StoredFile } from "../StoredFile.ts"

/** Pictures that anyone may see. */
export class MediaApi extends HttpApiGroup.make("media").add(
  /**
   * Download a stored picture.
   *
   * Such as the logo on receipts. A picture never changes under its id, so browsers keep it.
   */
  HttpApiEndpoint.get("blob", "/media/blob/:blob_id", {
    params: {
      /** The id of the picture. */
      blob_id: BlobId
    },
    success: StoredFile
  }),
  /**
   * Download the picture of a button.
   *
   * A PNG, JPEG or WebP picture. It never changes under its hash, so browsers keep it.
   */
  HttpApiEndpoint.get("buttonPicture", "/media/button/:hash", buttonPicture)
).annotate(Needs, "nothing") {}
