import { TagUid } from "@wristbank/core/base/TagUid"
import { DetailedOrder } from "@wristbank/core/journal/Order"
import { GrantVoucherPayload, NewFreeTicketGrant } from "@wristbank/core/sale/Grant"
import { GuestByPin, GuestByPinPayload } from "@wristbank/core/sale/GuestByPin"
import { SwitchTagPayload } from "@wristbank/core/till/TagSwitch"
import { Account } from "@wristbank/core/wristband/Account"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { long } from "../Page.ts"
import { fromTerminal } from "./SignedInTerminal.ts"

const present = fromTerminal("presence")
const one = {
  /** The chip number of the wristband, in decimal digits. */
  customer_tag_uid: TagUid
}

/** Guests, who are found by the chip of their wristband. */
export class CustomerApi extends HttpApiGroup.make("customers").add(
  /**
   * Show the account of a wristband.
   *
   * Balance and vouchers of the guest who wears it. A wristband without an account is refused.
   */
  HttpApiEndpoint.get("get", "/customer/:customer_tag_uid", { params: one, success: Account })
    .middleware(present),
  /**
   * List the orders of a wristband's guest.
   *
   * All orders of the account, at any till of the event, newest first.
   */
  HttpApiEndpoint.get("orders", "/customer/:customer_tag_uid/orders", {
    params: one,
    query: long,
    success: Schema.Array(DetailedOrder)
  }).middleware(present),
  /**
   * Find the guest of a wristband by its PIN.
   *
   * For a wristband whose chip can't be read, and for one that was blocked or exchanged: the answer says which of these it is. Finds no
   * wristband of people who work here. A terminal may ask for 200 PINs in 15 minutes.
   */
  HttpApiEndpoint.post("findByPin", "/customer/find-by-pin", { payload: GuestByPinPayload, success: GuestByPin })
    .middleware(present),
  /**
   * Hand out a wristband without a ticket.
   *
   * For crew, artists or guests of honour: the wristband gets an account, with vouchers if wanted, and nothing is paid. It must
   * never have been used. A call that is repeated with the same `request_id`
   * changes nothing, and its answer has the account as it is now.
   */
  HttpApiEndpoint.post("grantFreeTicket", "/user/grant-free-ticket", { payload: NewFreeTicketGrant, success: Account })
    .middleware(fromTerminal(["grant_free_tickets"])),
  /**
   * Give a guest vouchers.
   *
   * Adds vouchers to those that the guest has. A call that is repeated with the same `request_id` adds none, and its answer has the
   * account as it is now.
   */
  HttpApiEndpoint.post("grantVouchers", "/user/grant-vouchers", { payload: GrantVoucherPayload, success: Account })
    .middleware(fromTerminal(["grant_vouchers"])),
  /**
   * Give a guest another wristband.
   *
   * For a wristband that was lost or broken: account, money and vouchers stay, the old wristband can't pay any more, and portal
   * sessions end. The new one must never have been used. If it is of another kind, as for another age,
   * `confirm_restriction_change` is needed.
   */
  HttpApiEndpoint.post("switchTag", "/customer/switch_tag", { payload: SwitchTagPayload, success: Schema.Null })
    .middleware(fromTerminal(["customer_management"]))
) {}
