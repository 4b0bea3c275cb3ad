import { SwitchTagPayload } from "@wristbank/core/cash/TagSwitch"
import { GrantVoucherPayload, NewFreeTicketGrant } from "@wristbank/core/order/Grant"
import { DetailedOrder } from "@wristbank/core/order/Order"
import { TagUid } from "@wristbank/core/primitives/TagUid"
import { Account } from "@wristbank/core/tag/Account"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { long } from "../Page.ts"
import { fromTerminal } from "./SignedInTerminal.ts"

const present = fromTerminal("presence")
const one = { customer_tag_uid: TagUid }

/** Customers, found by their tag. */
export class CustomerApi extends HttpApiGroup.make("customers").add(
  HttpApiEndpoint.get("get", "/customer/:customer_tag_uid", { params: one, success: Account })
    .middleware(present),
  HttpApiEndpoint.get("orders", "/customer/:customer_tag_uid/orders", {
    params: one,
    query: long,
    success: Schema.Array(DetailedOrder)
  }).middleware(present),
  HttpApiEndpoint.post("grantFreeTicket", "/user/grant-free-ticket", { payload: NewFreeTicketGrant, success: Account })
    .middleware(fromTerminal(["grant_free_tickets"])),
  HttpApiEndpoint.post("grantVouchers", "/user/grant-vouchers", { payload: GrantVoucherPayload, success: Account })
    .middleware(fromTerminal(["grant_vouchers"])),
  HttpApiEndpoint.post("switchTag", "/customer/switch_tag", { payload: SwitchTagPayload, success: Schema.Null })
    .middleware(fromTerminal(["customer_management"]))
) {}
