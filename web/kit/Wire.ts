import type { Cents } from "@wristbank/core/base/Money"
import type { Redacted } from "effect"
import type { DateTime } from "effect/DateTime"
import type { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { Amount } from "./Amount.ts"
import type { ChipAsJson, ChipInPath, InexactChip } from "./Chip.ts"

type Scalar = string | number | boolean | null | undefined

/** Fields with chip numbers. They can exceed what a JavaScript number holds, so they have types of their own. */
type ChipField = `${string}tag_uid` | "uid"

/** A decoded value as its JSON: amounts in major units, ids as numbers, moments as text. */
type Json<T, Chip> = T extends Cents ? Amount
  : T extends bigint ? number
  : T extends Redacted.Redacted<infer Secret> ? Secret
  : T extends DateTime ? string
  : T extends Uint8Array ? Blob
  : T extends Scalar ? T
  : T extends ReadonlyArray<infer Item> ? ReadonlyArray<Json<Item, Chip>>
  : T extends object ? { readonly [Key in keyof T]: Key extends ChipField ? ChipOr<T[Key], Chip> : Json<T[Key], Chip> }
  : T

type ChipOr<T, Chip> = T extends bigint ? Chip : T

type GroupsOf<Api> = Api extends HttpApi.HttpApi<infer _, infer Groups> ? Groups : never

type KeyOf<Endpoint> = Endpoint extends
  { readonly method: infer Method extends string; readonly path: infer Path extends string } ? `${Method} ${Path}`
  : never

/** The endpoints of an API by method and path, such as `GET /customer`. */
export type Calls<Api> = { readonly [Endpoint in HttpApiGroup.Endpoints<GroupsOf<Api>> as KeyOf<Endpoint>]: Endpoint }

/** A schema's JSON; the encoded form of the codec that the API makes of the schema is only `Json`. Headers are left out. */
type EncodedOf<Schema> = [Schema] extends [never] ? never
  : Schema extends { readonly schema: infer Body; readonly headers: unknown } ? EncodedOf<Body>
  : Schema extends { readonly schema: { readonly Encoded: infer Encoded } } ? Encoded
  : never

type Part<Name extends string, T, Chip> = [T] extends [never] ? unknown : { readonly [Key in Name]: Json<T, Chip> }

/** The parts of a request: `params` of the path, `query` and `body`. */
export type Input<Endpoint> =
  & Part<"params", EncodedOf<HttpApiEndpoint.Params<Endpoint>>, ChipInPath>
  & Part<"query", EncodedOf<HttpApiEndpoint.Query<Endpoint>>, ChipInPath>
  & Part<"body", EncodedOf<HttpApiEndpoint.Payload<Endpoint>>, ChipAsJson>

/** The body of a successful answer. */
export type Output<Endpoint> = Json<EncodedOf<HttpApiEndpoint.Success<Endpoint>>, InexactChip>
