import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { Exit, Schema } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"

type Schemas = ReadonlyArray<Schema.Codec<unknown, unknown>>

const schemasOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  prefix: string,
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<readonly [call: string, schemas: Schemas]> => {
  const found: Array<readonly [string, Schemas]> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}")
      const schemas = Array.from(endpoint.payload.values()).flatMap((content) => content.schemas)
      found.push([`${endpoint.method} ${prefix}${path}`, schemas as unknown as Schemas])
    }
  })
  return found
}

/** The schemas of the body of every call, by method and path below the common port, such as `POST /api/terminal/order/book-sale`. */
export const payloads: ReadonlyMap<string, Schemas> = new Map([
  ...schemasOf("/api/administration", AdministrationApi),
  ...schemasOf("/api/terminal", TerminalApi),
  ...schemasOf("/api/customer", CustomerApi)
])

/** Whether a call takes a body. */
export const isTaken = (call: string, body: unknown): boolean =>
  (payloads.get(call) ?? []).some((schema) =>
    Exit.isSuccess(Schema.decodeUnknownExit(Schema.toCodecJson(schema))(body))
  )
