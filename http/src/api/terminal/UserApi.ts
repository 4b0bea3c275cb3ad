import { User } from "@wristbank/core/organisation/User"
import { CreateUserPayload, UpdateUserPayload, UserInfo, UserInfoPayload } from "@wristbank/core/till/TerminalUser"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { fromTerminal } from "./SignedInTerminal.ts"

/** People who work at terminals, for those who look after them. */
export class UserApi extends HttpApiGroup.make("users").add(
  /**
   * Show the user of a wristband.
   *
   * With their register and the cash they answer for, and their roles. Users see themselves; others only with a privilege for
   * that. PINs are shown to those alone who manage users.
   */
  HttpApiEndpoint.post("info", "/user-info", { payload: UserInfoPayload, success: UserInfo })
    .middleware(fromTerminal("presence")),
  /**
   * Create a user who signs in with a wristband.
   *
   * For people who join during the event: they get no password, and roles at once if the signed-in user may give them. Login
   * names and wristbands are unique, so a repeated call is refused.
   */
  HttpApiEndpoint.post("create", "/user/create-user", { payload: CreateUserPayload, success: User })
    .middleware(fromTerminal(["create_user", "user_management"])),
  /**
   * Set the roles of a user.
   *
   * Replaces the roles at the terminal's node, or at the named nodes; roles at other nodes stay, and an empty list takes all
   * away. Who has a privileged role there can be changed in the back office alone.
   */
  HttpApiEndpoint.post("updateRoles", "/user/update-user-roles", { payload: UpdateUserPayload, success: User })
    .middleware(fromTerminal(["user_management"]))
) {}
