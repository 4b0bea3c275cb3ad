import { CashRegister } from "@wristbank/core/till/CashRegister"
import { CashRegisterStocking } from "@wristbank/core/till/Stocking"
import { RegisterStockUpPayload } from "@wristbank/core/till/StockUp"
import { Effect, Schema, SchemaTransformation } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { RegistrationRequired } from "./SignedInTerminal.ts"

/** Whether registers that somebody holds are left out; by default they are. */
const HideAssigned = Schema.Literals(["true", "false", "True", "False", "1", "0"]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform({
      decode: (text) => text === "true" || text === "True" || text === "1",
      encode: (hide) => hide ? "true" as const : "false" as const
    })
  ),
  Schema.withDecodingDefaultKey(Effect.succeed("true" as const))
)

/** Cash drawers, their float, and handing them out. */
export class CashRegisterApi extends HttpApiGroup.make("cash-registers").add(
  HttpApiEndpoint.get("list", "/cash-registers", {
    query: { hide_assigned: HideAssigned },
    success: Schema.Array(CashRegister)
  }),
  HttpApiEndpoint.get("listStockings", "/cash-register-stockings", { success: Schema.Array(CashRegisterStocking) }),
  HttpApiEndpoint.post("stockUp", "/stock-up-cash-register", {
    payload: RegisterStockUpPayload,
    success: Schema.Literal(true)
  })
).middleware(RegistrationRequired) {}
