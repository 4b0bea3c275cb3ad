import { BonJson } from "@wristbank/core/fiscal/Receipt"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SignInRequired } from "./SignedIn.ts"

/** Receipts of orders and their appearance. */
export class ReceiptApi extends HttpApiGroup.make("receipts").add(
  HttpApiEndpoint.get("bon", "/orders/:order_id/bon", { params: { order_id: Id }, success: BonJson })
    .annotate(Needs, "nothing"),
  HttpApiEndpoint.post("testBon", "/tree/events/:node_id/generate-test-bon", {
    params: { node_id: Id },
    success: BonJson
  }).middleware(SignInRequired)
).annotate(Needs, mayManage) {}
