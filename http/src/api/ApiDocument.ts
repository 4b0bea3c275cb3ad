import { Context } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { asTerminalsTake } from "./Errors.ts"

type Json = Record<string, unknown>

/**
 * What every API says about itself: its title, licence and version, the server as the folder its document lies in (so the
 * same document holds under a prefix and on a port of its own), and validation that reports all mistakes at once. Terminals
 * that are registered are refused with 400 alone (see `RequestRefusal`).
 */
export const apiAnnotations = (
  title: string,
  description: string,
  { refusals = "by kind" }: { readonly refusals?: "by kind" | "400 once registered" } = {}
): Context.Context<never> =>
  Context.add(
    OpenApi.annotations({
      title,
      description,
      version: "0.1.0",
      license: { name: "AGPL-3.0" },
      servers: [{ url: "./" }],
      transform: refusals === "by kind" ? completeDocument : (spec) => forTerminals(completeDocument(spec))
    }),
    HttpApi.ParseOptions,
    { errors: "all" }
  )

const validationErrorSchemas = {
  HTTPValidationError: {
    type: "object",
    title: "HTTPValidationError",
    required: ["type", "id", "message", "detail"],
    properties: {
      type: { type: "string", enum: ["service"] },
      id: { type: "string", enum: ["InvalidRequest"] },
      message: { type: "string", title: "Message" },
      detail: { type: "array", title: "Detail", items: { $ref: "#/components/schemas/ValidationError" } }
    }
  },
  ValidationError: {
    type: "object",
    title: "ValidationError",
    required: ["loc", "msg", "type"],
    properties: {
      loc: { type: "array", title: "Location", items: { anyOf: [{ type: "string" }, { type: "integer" }] } },
      msg: { type: "string", title: "Message" },
      type: { type: "string", title: "Error Type" }
    }
  }
}

const longListHeaders = {
  Link: {
    description: "Only when the list goes on after this answer: the next page, as <?…>; rel=\"next\" (RFC 8288), " +
      "relative to the address that was called. For a POST the body is sent again.",
    schema: { type: "string" }
  }
}

const validationAnswer = {
  description: "Validation Error",
  content: { "application/json": { schema: { $ref: "#/components/schemas/HTTPValidationError" } } }
}

/** Formats of core schemas whose values JSON Schema can't tell from their code: exact numbers. */
const typeByFormat: Readonly<Record<string, string>> = { decimal: "number", int64: "integer", uint64: "integer" }

const isJson = (u: unknown): u is Json => typeof u === "object" && u !== null && !Array.isArray(u)

const part = (json: Json, key: string): Json => {
  const value = json[key]
  return isJson(value) ? value : {}
}

const mapJson = (u: unknown, f: (json: Json) => unknown): unknown =>
  Array.isArray(u)
    ? u.map((item) => mapJson(item, f))
    : isJson(u)
    ? f(Object.fromEntries(Object.entries(u).map(([key, value]) => [key, mapJson(value, f)])))
    : u

/** Exact numbers get their type; objects take more fields than we name. */
const describe = (given: Json): Json => {
  const schema = onceOf(given)
  const { additionalProperties, ...rest } = schema
  const open = additionalProperties === false ? rest : schema
  const type = typeof schema.format === "string" ? typeByFormat[schema.format] : undefined
  return type === undefined ? open : { ...open, type }
}

/** A choice between schemas that are all alike is none, such as that of the errors of two middlewares. */
const onceOf = (schema: Json): Json => {
  const { anyOf, ...rest } = schema
  const [first, ...others] = Array.isArray(anyOf) ? anyOf : []
  const isNone = isJson(first) && others.every((other) => JSON.stringify(other) === JSON.stringify(first))
  return isNone ? { ...rest, ...first } : schema
}

const prefix = "#/components/schemas/"

/** Numbers are named nowhere in the contract, so they stand where they are used; other schemas lose the word Encoded. */
const renameSchemas = (spec: Json): Json => {
  const components = part(spec, "components")
  const schemas = part(components, "schemas")
  const isNumber = (name: string) => Object.values(typeByFormat).includes(String(part(schemas, name).type))
  const kept = Object.keys(schemas).filter((name) => !isNumber(name))
  const nameOf = (name: string) => {
    const short = name.replace(/Encoded(_\d+)?$/, "$1")
    return short === name || kept.includes(short) ? name : short
  }
  const resolve = (json: Json): unknown => {
    const { $ref, ...rest } = json
    if (typeof $ref !== "string" || !$ref.startsWith(prefix)) return json
    const name = $ref.slice(prefix.length)
    return isNumber(name) ? { ...part(schemas, name), ...rest } : { ...rest, $ref: prefix + nameOf(name) }
  }
  const used = Object.fromEntries(kept.map((name) => [nameOf(name), mapJson(schemas[name], resolve)]))
  return {
    ...spec,
    paths: mapJson(spec.paths, resolve),
    components: { ...components, schemas: { ...used, ...validationErrorSchemas } }
  }
}

const mapOperations = (spec: Json, f: (operation: Json) => Json): Json => ({
  ...spec,
  paths: Object.fromEntries(
    Object.entries(part(spec, "paths")).map(([path, operations]) => [
      path,
      isJson(operations)
        ? Object.fromEntries(
          Object.entries(operations).map((
            [method, operation]
          ) => [method, isJson(operation) ? f(operation) : operation])
        )
        : operations
    ])
  )
})

/** Calls that take a `limit` answer long lists. */
const linked = (operation: Json): Json => {
  const { parameters } = operation
  const isLong = Array.isArray(parameters) && parameters.some((json) => isJson(json) && json.name === "limit")
  if (!isLong) return operation
  const responses = part(operation, "responses")
  return { ...operation, responses: { ...responses, 200: { ...part(responses, "200"), headers: longListHeaders } } }
}

const validated = (operation: Json): Json => {
  const takesInput = operation.requestBody !== undefined ||
    (Array.isArray(operation.parameters) && operation.parameters.length > 0)
  return takesInput
    ? { ...operation, responses: { ...part(operation, "responses"), 422: validationAnswer } }
    : operation
}

const completeDocument = (spec: Json): Json =>
  mapOperations(
    renameSchemas({ ...spec, ...mapJson({ paths: spec.paths, components: spec.components }, describe) as Json }),
    (operation) => linked(validated(operation))
  )

/** Of calls with a token: no status that terminals get another one for. */
const forTerminals = (spec: Json): Json => ({
  ...spec,
  paths: mapJson(spec.paths, (json) => {
    if (!isJson(json.responses) || !Array.isArray(json.security) || json.security.length === 0) return json
    return {
      ...json,
      responses: Object.fromEntries(
        Object.entries(json.responses).filter(([status]) => asTerminalsTake(Number(status)) === Number(status))
      )
    }
  })
})
