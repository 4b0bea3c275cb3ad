import { Id } from "@wristbank/core/base/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { NewTerminal } from "@wristbank/core/till/Terminal"
import { SwitchTillPayload } from "@wristbank/core/till/Till"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { ifMatch } from "../Versioned.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { terminal_id: Id }

/** The devices at the tills: their registration, the till that each serves, and who is signed in. */
export class TerminalApi extends HttpApiGroup.make("terminals").add(
  /**
   * List the terminals of a node.
   *
   * Terminals at the node and at the nodes above it in the same event, by name. Registration codes are shown only to those who administer
   * the terminal's node.
   */
  HttpApiEndpoint.get("list", "/terminal", { query: at, success: normalisedList(shown.terminal) }),
  /**
   * Create a terminal.
   *
   * Makes a terminal at the node, which waits for a device: enter the registration code of the answer in the terminal application. The code
   * works once. The name must be free at the node, above it and below it.
   */
  HttpApiEndpoint.post("create", "/terminal", { query: at, payload: NewTerminal, success: shown.terminal }),
  /**
   * Show a terminal.
   *
   * With its registration code while it waits for a device, for those who administer its node.
   */
  HttpApiEndpoint.get("get", "/terminal/:terminal_id", { params: one, query: at, success: shown.terminal }),
  /**
   * Change a terminal's name and description.
   *
   * Till, device and signed-in user stay. With the header `If-Match` the change is refused if someone else changed the terminal meanwhile.
   */
  HttpApiEndpoint.post("update", "/terminal/:terminal_id", {
    params: one,
    query: at,
    headers: ifMatch,
    payload: NewTerminal,
    success: shown.terminal
  }),
  /**
   * Delete a terminal.
   *
   * Its device can't be used any more. A terminal that serves a till is refused: remove it from the till first.
   */
  HttpApiEndpoint.delete("remove", "/terminal/:terminal_id", { params: one, query: at, success: Schema.Null }),
  /**
   * Unregister the device of a terminal.
   *
   * For a device that was lost or goes to another terminal: its token stops working at once, the signed-in user is signed out, the terminal
   * loses its till and gets a new registration code. Works at archived nodes too. A repeated call makes another code.
   */
  HttpApiEndpoint.post("logout", "/terminal/:terminal_id/logout", { params: one, query: at, success: Schema.Null }),
  /**
   * Make a new registration code for a terminal.
   *
   * The former code and the device registered with it stop working, and the signed-in user is signed out; the terminal keeps its till. For
   * replacing a device during the event.
   */
  HttpApiEndpoint.post("newCode", "/terminal/:terminal_id/new-code", {
    params: one,
    query: at,
    success: shown.terminal
  }),
  /**
   * Move a terminal to another till.
   *
   * The terminal leaves its till, its user is signed out, and the other till is shown on the device. The other till must have no terminal.
   */
  HttpApiEndpoint.post("switchTill", "/terminal/:terminal_id/switch-till", {
    params: one,
    query: at,
    payload: SwitchTillPayload,
    success: Schema.Null
  }),
  /**
   * Sign out the user of a terminal.
   *
   * For someone who left without signing out. The cash register leaves the till and stays with its cashier; the terminal keeps its till
   * and its device. Works at archived nodes too, and when no one is signed in.
   */
  HttpApiEndpoint.post("forceLogoutUser", "/terminal/:terminal_id/force-logout-user", {
    params: one,
    query: at,
    success: Schema.Null
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}
