import { User } from "@wristbank/core/organisation/User"
import { CreateUserPayload, UpdateUserPayload, UserInfo, UserInfoPayload } from "@wristbank/core/till/TerminalUser"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { fromTerminal } from "./SignedInTerminal.ts"

/** Users at terminals, as their colleagues there see, create and assign roles to them. */
export class UserApi extends HttpApiGroup.make("users").add(
  HttpApiEndpoint.post("info", "/user-info", { payload: UserInfoPayload, success: UserInfo })
    .middleware(fromTerminal("presence")),
  HttpApiEndpoint.post("create", "/user/create-user", { payload: CreateUserPayload, success: User })
    .middleware(fromTerminal(["create_user", "user_management"])),
  HttpApiEndpoint.post("updateRoles", "/user/update-user-roles", { payload: UpdateUserPayload, success: User })
    .middleware(fromTerminal(["user_management"]))
) {}
