import { HttpApi } from "effect/http-api"
import { apiAnnotations } from "../ApiDocument.ts"
import { DomainErrors } from "../Errors.ts"
import { SystemApi } from "../SystemApi.ts"
import { AvailabilityApi } from "./AvailabilityApi.ts"
import { CashRegisterApi } from "./CashRegisterApi.ts"
import { ConfigApi } from "./ConfigApi.ts"
import { CustomerApi } from "./CustomerApi.ts"
import { MediaApi } from "./MediaApi.ts"
import { OrderApi } from "./OrderApi.ts"
import { PendingOrderApi } from "./PendingOrderApi.ts"
import { RegistrationApi } from "./RegistrationApi.ts"
import { SignInApi } from "./SignInApi.ts"
import { StatsApi } from "./StatsApi.ts"
import { UserApi } from "./UserApi.ts"

/** The API of the terminals. */
export class TerminalApi extends HttpApi.make("terminal")
  .add(SystemApi)
  .add(ConfigApi)
  .add(AvailabilityApi)
  .add(MediaApi)
  .add(CustomerApi)
  .add(OrderApi)
  .add(PendingOrderApi)
  .add(CashRegisterApi)
  .add(RegistrationApi)
  .add(SignInApi)
  .add(UserApi)
  .add(StatsApi)
  .middleware(DomainErrors)
  .annotateMerge(
    apiAnnotations("terminal API", "Sell, top up, pay out and scan tickets at a till.", {
      refusals: "400 once registered"
    })
  )
{}
