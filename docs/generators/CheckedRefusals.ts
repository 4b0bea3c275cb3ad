/** The refusals of bookings as the tables of `orderOfChecks.ts` have them, in the form of `docs/reference/refusals.json`. */
import { rules } from "@wristbank/core/Rules"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { asTerminalsTake, statusOf } from "@wristbank/http/api/Errors"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { OpenApi } from "effect/http-api"
import { isGeneral, type MetRefusal } from "./KnownRefusals.ts"
import { type Check, checksOf, orderOfChecks } from "./orderOfChecks.ts"

const idOfRule = new Map<string, string>(rules.map(({ id, name }) => [name, id]))

const documents = { administration: OpenApi.fromApi(AdministrationApi), terminal: OpenApi.fromApi(TerminalApi) }

/** The API and the id of the operation of a call like `POST /order/book-sale`. */
const operationOf = (call: string) => {
  const [method = "", path = ""] = call.split(" ")
  for (const api of ["administration", "terminal"] as const) {
    const operation: unknown = Reflect.get(Object(documents[api].paths[path]), method.toLowerCase())
    if (operation !== undefined) return { api, call: String(Reflect.get(Object(operation), "operationId")) }
  }
  throw new Error(`No API has the call ${call}`)
}

const refusalOf = (
  refusal: Exclude<Check["refusal"], "InvalidRequest">,
  api: "administration" | "terminal"
): string => {
  const id = idOfRule.get(refusal)
  const status = statusOf(id ?? refusal)
  return [api === "terminal" ? asTerminalsTake(status) : status, id ?? refusal, ...(id === undefined ? [] : [refusal])]
    .join(" ")
}

/** The refusals of the bookings in the tables. */
export const checkedRefusals: ReadonlyArray<MetRefusal> = Object.values(orderOfChecks).flatMap((booking) => {
  const { api, call } = operationOf(booking.call)
  return checksOf(booking)
    .flatMap(({ refusal }) => refusal === "InvalidRequest" ? [] : [refusalOf(refusal, api)])
    .filter((refusal) => !isGeneral(refusal))
    .map((refusal) => ({ api, call, refusal }))
})
