import { BlobId } from "@wristbank/core/event/EventDesign"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
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
  })
).annotate(Needs, "nothing") {}
