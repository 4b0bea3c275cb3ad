import { Id } from "@wristbank/core/base/Id"
import { NewTse, SwitchedOver, SwitchOver, UpdateTse } from "@wristbank/core/fiscal/Tse"
import { mayManage } from "@wristbank/core/organisation/Place"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { ifMatch } from "../Versioned.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = {
  /** The signing device. */
  tse_id: Id
}

/** Signing devices (TSE), which sign every order as German law demands (KassenSichV). */
export class TseApi extends HttpApiGroup.make("tses").add(
  /**
   * List the signing devices of a node.
   *
   * Devices at the node and at those above it that the caller administers, by name, with their state and how many orders wait for a
   * signature.
   */
  HttpApiEndpoint.get("list", "/tses/", { query: at, success: normalisedList(shown.tse) }),
  /**
   * Add a signing device.
   *
   * Stores how to reach the device. A worker then connects to it, reads its serial number and certificate, and signs with it. The first
   * device of an event switches signing on. No other device at the node, above it or below it may have the name, and no other device in
   * use the serial number.
   */
  HttpApiEndpoint.post("create", "/tses/", { query: at, payload: NewTse, success: shown.tse }),
  /**
   * Change a signing device.
   *
   * Replaces name, address and the other fields; with a new address or password the worker connects anew. An empty password, or the marker
   * that answers show, keeps the stored one, but not for another server. With the header `If-Match` the change is refused if someone else
   * changed the device meanwhile.
   */
  HttpApiEndpoint.post("update", "/tses/:tse_id", {
    params: one,
    query: at,
    headers: ifMatch,
    payload: UpdateTse,
    success: shown.tse
  }),
  /**
   * Move the tills of a signing device to another.
   *
   * For a device that fails for good. It is disabled for ever, the closings of its tills end, and the next device signs the orders that
   * wait. Cashiers stay signed in and go on selling. The other device must be active and have room, at most 97 tills.
   */
  HttpApiEndpoint.post("switchOver", "/tses/:tse_id/switch-over", {
    params: one,
    query: at,
    payload: SwitchOver,
    success: SwitchedOver
  }),
  /**
   * Disable a signing device.
   *
   * A disabled device never signs again. Refused while it signs for tills: switch them over to another device first. Its signatures
   * stay in the export.
   */
  HttpApiEndpoint.post("disable", "/tses/:tse_id/disable", { params: one, query: at, success: shown.tse }),
  /**
   * Connect to a signing device at once.
   *
   * Ends the pause after a failure and after a refused password: a password is not tried again by itself, as three wrong ones block the
   * device. The call does not wait for the device, so look at its state afterwards.
   */
  HttpApiEndpoint.post("checkAgain", "/tses/:tse_id/check-again", { params: one, query: at, success: shown.tse })
).annotate(Needs, mayManage).middleware(SignInRequired) {}
