import { BlobId } from "@wristbank/core/event/EventDesign"
import { BonJson } from "@wristbank/core/fiscal/Receipt"
import { ReceiptLanguage } from "@wristbank/core/fiscal/ReceiptWords"
import { PortalConfig } from "@wristbank/core/portal/PortalConfig"
import { SingleLine } from "@wristbank/core/primitives/Text"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SlowCall } from "../SlowCall.ts"
import { StoredFile } from "../StoredFile.ts"
import { ReceiptPage, ReceiptPdf } from "./PrintedReceipt.ts"

/**
 * A printed receipt in the given language; without one, in the browser's first language that receipts have, else in German.
 */
const printed = { params: { order_uuid: Schema.String }, query: { lang: Schema.optionalKey(ReceiptLanguage) } }

/** Pages of the portal that need no sign-in. */
export class PortalApi extends HttpApiGroup.make("portal").add(
  HttpApiEndpoint.get("config", "/config", { query: { base_url: SingleLine }, success: PortalConfig }),
  HttpApiEndpoint.get("bon", "/bon/:order_uuid", { params: { order_uuid: Schema.String }, success: BonJson }),
  HttpApiEndpoint.get("bonPage", "/bon/:order_uuid/html", { ...printed, success: ReceiptPage }),
  HttpApiEndpoint.get("bonPdf", "/bon/:order_uuid/pdf", { ...printed, success: ReceiptPdf }).annotate(
    SlowCall,
    true
  ),
  HttpApiEndpoint.get("blob", "/blob/:blob_id", { params: { blob_id: BlobId }, success: StoredFile })
).annotate(Needs, "nothing") {}
