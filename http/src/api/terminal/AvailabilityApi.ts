import { Availability, ProductAvailability } from "@wristbank/core/till/Availability"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { fromTerminal } from "./SignedInTerminal.ts"

/** What a till has, and no longer has, to sell. */
export class AvailabilityApi extends HttpApiGroup.make("availability").add(
  /**
   * Show what is sold out.
   *
   * The products on the till's buttons that can't be sold at present, as of a second ago at most. Made for tills that ask every few
   * seconds: the answer has an `ETag`, and a call that names it in `If-None-Match` gets 304 while nothing has changed.
   */
  HttpApiEndpoint.get("get", "/availability", { success: Availability }).middleware(fromTerminal("token")),
  /**
   * Mark a product as sold out, or as back.
   *
   * At the till's node: all tills there and below refuse to sell it from their next order on. It can still be returned. The till's
   * profile must allow it (`allow_sold_out`). A repeated call changes nothing. What was marked at a node further up is marked as back there.
   */
  HttpApiEndpoint.post("set", "/availability", { payload: ProductAvailability, success: Availability })
    .middleware(fromTerminal(["can_book_orders"]))
) {}
