import { BlobId } from "@wristbank/core/event/EventDesign"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { StoredFile } from "../StoredFile.ts"

/** Public files. */
export class MediaApi extends HttpApiGroup.make("media").add(
  HttpApiEndpoint.get("blob", "/media/blob/:blob_id", { params: { blob_id: BlobId }, success: StoredFile })
).annotate(Needs, "nothing") {}
