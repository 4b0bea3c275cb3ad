import { Id } from "@wristbank/core/base/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { NewTill, SwitchTerminalPayload } from "@wristbank/core/till/Till"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { ifMatch } from "../Versioned.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { till_id: Id }

/** Places of sale: what each may do, and the terminal that serves it. */
export class TillApi extends HttpApiGroup.make("tills").add(
  /**
   * List the tills of a node.
   *
   * Tills at the node and at the nodes above it in the same event, by name, each with the register in it.
   */
  HttpApiEndpoint.get("list", "/tills", { query: at, success: normalisedList(shown.till) }).annotate(Needs, "presence"),
  /**
   * Create a till.
   *
   * Makes a till at the node, with the profile that says what it may do. If a terminal is named, it serves the till from now on and its
   * user is signed out; it must serve no other till. The name must be free at the node, above it and below it.
   */
  HttpApiEndpoint.post("create", "/tills", { query: at, payload: NewTill, success: shown.till }),
  /**
   * Show a till.
   *
   * With the terminal that serves it, the cash register in it and the signing device that it was given.
   */
  HttpApiEndpoint.get("get", "/tills/:till_id", { params: one, query: at, success: shown.till }).annotate(
    Needs,
    "presence"
  ),
  /**
   * Change a till.
   *
   * Replaces its name, description, profile and terminal; a new profile counts from the next booking on. If the terminal changes, the users
   * of both terminals are signed out. With the header `If-Match` the change is refused if someone else changed the till meanwhile.
   */
  HttpApiEndpoint.post("update", "/tills/:till_id", {
    params: one,
    query: at,
    headers: ifMatch,
    payload: NewTill,
    success: shown.till
  }),
  /**
   * Delete a till.
   *
   * Only a till that never booked anything, holds no cash register and waits for no card payment. Its terminal stays registered, without a
   * till, and its user is signed out.
   */
  HttpApiEndpoint.delete("remove", "/tills/:till_id", { params: one, query: at, success: Schema.Null }),
  /**
   * Take a till away from its terminal.
   *
   * The terminal stays registered, without a till, and its user is signed out. A till without a terminal stays as it is.
   */
  HttpApiEndpoint.post("removeFromTerminal", "/tills/:till_id/remove-from-terminal", {
    params: one,
    query: at,
    success: Schema.Null
  }),
  /**
   * Have another terminal serve a till.
   *
   * The terminal that served the till loses it, and the users of both terminals are signed out. The other terminal must serve no till.
   */
  HttpApiEndpoint.post("switchTerminal", "/tills/:till_id/switch-terminal", {
    params: one,
    query: at,
    payload: SwitchTerminalPayload,
    success: Schema.Null
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}
