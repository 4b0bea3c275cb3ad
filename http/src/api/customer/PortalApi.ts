import { BonJson } from "@wristbank/core/order/Receipt"
import { BlobId } from "@wristbank/core/organisation/EventDesign"
import { SingleLine } from "@wristbank/core/organisation/Text"
import { PortalConfig } from "@wristbank/core/portal/PortalConfig"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { StoredFile } from "../StoredFile.ts"

/** What the portal shows without a sign-in. */
export class PortalApi extends HttpApiGroup.make("portal").add(
  HttpApiEndpoint.get("config", "/config", { query: { base_url: SingleLine }, success: PortalConfig }),
  HttpApiEndpoint.get("bon", "/bon/:order_uuid", { params: { order_uuid: Schema.String }, success: BonJson }),
  HttpApiEndpoint.get("blob", "/blob/:blob_id", { params: { blob_id: BlobId }, success: StoredFile })
).annotate(Needs, "nothing") {}
