import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { buttonPicture } from "../ButtonPictureCall.ts"
import { Needs } from "../Needs.ts"

/** Pictures that anyone may see. */
export class MediaApi extends HttpApiGroup.make("media").add(
  /**
   * Download the picture of a button.
   *
   * A PNG, JPEG or WebP picture. It never changes under its hash, so terminals keep it.
   */
  HttpApiEndpoint.get("buttonPicture", "/media/button/:hash", buttonPicture)
).annotate(Needs, "nothing") {}
