import { SingleLine } from "@wristbank/core/base/Text"
import { BlobId } from "@wristbank/core/event/EventDesign"
import { BonJson } from "@wristbank/core/fiscal/Receipt"
import { ReceiptLanguage } from "@wristbank/core/fiscal/ReceiptWords"
import { PortalConfig } from "@wristbank/core/guest/PortalConfig"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SlowCall } from "../SlowCall.ts"
import { StoredFile } from "../StoredFile.ts"
import { ReceiptPage, ReceiptPdf } from "./PrintedReceipt.ts"

const one = {
  /** The UUID of the order. */
  order_uuid: Schema.String
}
const printed = {
  params: one,
  query: {
    /** The language of the receipt; left out, it is that of the browser if receipts have it, else German. */
    lang: Schema.optionalKey(ReceiptLanguage)
  }
}

/** What the portal shows without a sign-in: its configuration, receipts and pictures. */
export class PortalApi extends HttpApiGroup.make("portal").add(
  /**
   * Show the configuration of a portal.
   *
   * The address under which the guest opened the portal decides which event's configuration it is. An address that belongs to no
   * event, or to an archived one, is refused.
   */
  HttpApiEndpoint.get("config", "/config", {
    query: {
      /** The address under which the guest opened the portal, without a slash at the end. */
      base_url: SingleLine
    },
    success: PortalConfig
  }),
  /**
   * Show a receipt.
   *
   * By the UUID of its order, which can't be guessed: anyone with the link sees the receipt. It is not found until the order is
   * signed, if it has to be. It never identifies the guest.
   */
  HttpApiEndpoint.get("bon", "/bon/:order_uuid", { params: one, success: BonJson }),
  /**
   * Show a receipt as a page.
   *
   * The receipt of an order as an HTML page, to be read and printed. While the order waits for its signature the page says so, and
   * loads itself again until the receipt is there.
   */
  HttpApiEndpoint.get("bonPage", "/bon/:order_uuid/html", { ...printed, success: ReceiptPage }),
  /**
   * Download a receipt as PDF.
   *
   * The same as a PDF. The number of requests from one network is limited.
   */
  HttpApiEndpoint.get("bonPdf", "/bon/:order_uuid/pdf", { ...printed, success: ReceiptPdf }).annotate(
    SlowCall,
    true
  ),
  /**
   * Download a stored picture.
   *
   * Such as the logo on receipts. A picture never changes under its id, so browsers keep it.
   */
  HttpApiEndpoint.get("blob", "/blob/:blob_id", {
    params: {
      /** The id of the picture. */
      blob_id: BlobId
    },
    success: StoredFile
  })
).annotate(Needs, "nothing") {}
