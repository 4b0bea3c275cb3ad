import { User } from "@wristbank/core/organisation/User"
import {
  CreateUserPayload,
  mayCreate,
  UpdateUserPayload,
  UserInfo,
  UserInfoPayload
} from "@wristbank/core/till/TerminalUser"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { RegistrationRequired } from "./SignedInTerminal.ts"

/** People who work at terminals, seen and equipped by their colleagues. */
export class UserApi extends HttpApiGroup.make("users").add(
  HttpApiEndpoint.post("info", "/user-info", { payload: UserInfoPayload, success: UserInfo }).annotate(
    Needs,
    "presence"
  ),
  HttpApiEndpoint.post("create", "/user/create-user", { payload: CreateUserPayload, success: User }).annotate(
    Needs,
    mayCreate
  ),
  HttpApiEndpoint.post("updateRoles", "/user/update-user-roles", { payload: UpdateUserPayload, success: User })
).annotate(Needs, ["user_management"]).middleware(RegistrationRequired) {}
