import { type HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import {
  type Draw,
  drawFrom,
  Fields,
  hostile,
  mutate,
  noJson,
  pick,
  print,
  Raw,
  urlPart,
  type Value
} from "./HostileJson.ts"

type Json = { readonly [key: string]: unknown }

/** A call as the definition of its API describes it. */
export interface Described {
  readonly call: string
  readonly method: string
  readonly path: string
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: string }>
  readonly body: Json | undefined
  readonly document: Json
}

/** A request to send, and how it was drawn. */
export interface Request {
  readonly call: string
  readonly method: string
  readonly path: string
  readonly contentType: string | undefined
  readonly body: Uint8Array | undefined
  /** The uuid of the requested order, if the body has kept it. */
  readonly uuid: string
  readonly untouched: boolean
}

/** Every call of an API. */
export const callsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Described> => {
  const document: Json = JSON.parse(JSON.stringify(OpenApi.fromApi(api)))
  return Object.entries(part(document, "paths")).flatMap(([path, operations]) =>
    Object.entries(operations as Json).map(([method, operation]): Described => ({
      call: `${api.identifier} ${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters: ((operation as Json).parameters ?? []) as Described["parameters"],
      body: bodyOf(operation as Json),
      document
    }))
  )
}

const bodyOf = (operation: Json): Json | undefined => {
  const [content] = Object.values(part(part(operation, "requestBody"), "content"))
  return content === undefined ? undefined : part(content as Json, "schema")
}

/** Valid values by the name of their field or parameter. */
export type Known = { readonly [name: string]: Value }

const strangeTypes = [
  "text/plain",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/json; charset=utf-16",
  "application/octet-stream",
  "x"
]

/** Draws a request: one in ten is valid; the others have a fault in path, query, body or content type. */
export const request = (draw: Draw, described: Described, known: Known): Request => {
  const kind = draw(10)
  const uuid = drawUuid(draw)
  const hasBody = described.body !== undefined
  const sample = described.body === undefined
    ? new Fields([])
    : sampleOf(draw, described.document, described.body, { ...known, uuid }, "")
  const broken = kind === 0 || kind === 8 ? sample : mutate(draw, sample)
  const body = kind >= 6 && kind <= 7 && hasBody
    ? noJson(draw, print(sample))
    : hasBody || kind === 9
    ? new TextEncoder().encode(print(broken))
    : undefined
  return {
    call: described.call,
    method: described.method,
    path: address(draw, described, known, kind >= 8),
    contentType: body === undefined
      ? undefined
      : kind === 7 || kind === 9
      ? pick(draw, strangeTypes)
      : "application/json",
    body: described.method === "GET" ? undefined : body,
    uuid,
    untouched: kind === 0
  }
}

/** A valid request. */
export const wellFormed = (described: Described, known: Known, draw = drawFrom(7)): Request => {
  let drawn = request(draw, described, known)
  while (!drawn.untouched) drawn = request(draw, described, known)
  return drawn
}

const address = (draw: Draw, { parameters, path }: Described, known: Known, strange: boolean): string => {
  const valueOf = (name: string) =>
    strange && draw(2) === 0 ? urlPart(draw) : encodeURIComponent(plain(known[name] ?? 1))
  const query: Array<string> = []
  for (const { in: place, name } of parameters) {
    if (place !== "query") continue
    if (strange && draw(4) === 0) continue
    query.push(`${name}=${valueOf(name)}`)
    if (strange && draw(6) === 0) query.push(`${name}=${urlPart(draw)}`)
  }
  if (strange && draw(4) === 0) query.push(`${urlPart(draw)}=${urlPart(draw)}`)
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(name))
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`
}

const plain = (value: Value): string => value instanceof Raw ? value.text : String(value)

/** A value that the schema allows; known names get their valid values. */
const sampleOf = (draw: Draw, document: Json, schema: Json, known: Known, name: string): Value => {
  const value = known[name]
  if (value !== undefined) return value
  if (typeof schema.$ref === "string") {
    const target = schema.$ref.slice("#/components/schemas/".length)
    return sampleOf(draw, document, part(part(part(document, "components"), "schemas"), target), known, name)
  }
  const choices = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as ReadonlyArray<Json> | undefined
  if (choices !== undefined) return sampleOf(draw, document, pick(draw, choices), known, name)
  if (Array.isArray(schema.enum)) return pick(draw, schema.enum as ReadonlyArray<Value>)
  switch (schema.type) {
    case "object": {
      const required = (schema.required ?? []) as ReadonlyArray<string>
      const wanted = Object.entries(part(schema, "properties")).filter(([field]) =>
        required.includes(field) || known[field] !== undefined || draw(2) === 0
      )
      return new Fields(
        wanted.map(([field, inner]) => [field, sampleOf(draw, document, inner as Json, known, field)] as const)
      )
    }
    case "array":
      return Array.from({ length: 1 + draw(2) }, () => sampleOf(draw, document, part(schema, "items"), known, name))
    case "integer":
      return 1 + draw(3)
    case "number":
      return pick(draw, [1, 0.5, 2.25])
    case "boolean":
      return draw(2) === 0
    case "null":
      return null
    case "string":
      return schema.format === "uuid" ? drawUuid(draw) : `text ${draw(1_000_000)}`
    default:
      return draw(2) === 0 ? 1 : hostile(draw)
  }
}

const drawUuid = (draw: Draw): string => {
  const hex = Array.from({ length: 32 }, () => draw(16).toString(16)).join("")
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join("-")
}

const part = (json: Json, key: string): Json => (json[key] ?? {}) as Json
