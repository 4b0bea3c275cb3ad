import { Context } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { asTerminalsTake } from "./Errors.ts"

/** The version of this software, as its packages name it. */
export const version = "0.1.0"

type Json = Record<string, unknown>

/**
 * Annotations that every API document shares: title, licence and version; the folder of the document as server, so that the
 * same document is right under a prefix and on a port of its own; and validation that reports all mistakes at once.
 * Registered terminals get 400 in place of other refusals (see `RequestRefusal`).
 */
export const apiAnnotations = (
  title: string,
  description: string,
  { refusals = "by kind", session = {} }: {
    readonly refusals?: "by kind" | "400 once registered"
    /** Security schemes that together show who is calling, where no bearer token does. */
    readonly session?: Readonly<Record<string, unknown>>
  } = {}
): Context.Context<never> =>
  OpenApi.annotations({
    title,
    description,
    version,
    license: { name: "AGPL-3.0" },
    servers: [{ url: "./" }],
    transform: (spec) => {
      const document = withSession(completeDocument(spec), session)
      return refusals === "by kind" ? document : forTerminals(document)
    }
  }).pipe(
    Context.add(HttpApi.ParseOptions, { errors: "all" }),
    // Answers are our own. Reporting all mistakes of one would cost a third of the time of encoding it.
    Context.add(HttpApi.SuccessParseOptions, {}),
    Context.add(HttpApi.ErrorParseOptions, {})
  )

const validationErrorSchemas = {
  HTTPValidationError: {
    type: "object",
    title: "HTTPValidationError",
    description: "The refusal of a request that lacks something, or has something in the wrong form.",
    required: ["type", "id", "message", "detail"],
    properties: {
      type: { type: "string", enum: ["service"], description: "The kind of error, as in other error answers." },
      id: { type: "string", enum: ["InvalidRequest"], description: "The name of the error." },
      message: { type: "string", title: "Message", description: "All that is wrong, for people." },
      detail: {
        type: "array",
        title: "Detail",
        items: { $ref: "#/components/schemas/ValidationError" },
        description: "Each thing that is wrong, at most 100."
      }
    }
  },
  ValidationError: {
    type: "object",
    title: "ValidationError",
    description: "One thing that is wrong with a request.",
    required: ["loc", "msg", "type"],
    properties: {
      loc: {
        type: "array",
        title: "Location",
        items: { anyOf: [{ type: "string" }, { type: "integer" }] },
        description: "Where it is: `body`, `query`, `path` or `header`, then names of fields and positions in lists."
      },
      msg: { type: "string", title: "Message", description: "What is wrong there, in English." },
      type: { type: "string", title: "Error Type", description: "The kind of mistake, for programs." }
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

const csvContent = { "text/csv": { schema: { type: "string" } } }

const totalHeader = {
  "X-Total-Count": {
    description: "Only with count=true: how many entries all pages have.",
    schema: { type: "integer" }
  }
}

const validationAnswer = {
  description: "Validation Error",
  content: { "application/json": { schema: { $ref: "#/components/schemas/HTTPValidationError" } } }
}

/** JSON types by format. Schemas of core encode exact numbers as text, which would become "string" in the document. */
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

/** Gives exact numbers their type, and lets objects have fields that the document does not name. */
const describe = (given: Json): Json => {
  const schema = nullLast(onceOf(given))
  const { additionalProperties, ...rest } = schema
  const open = additionalProperties === false ? rest : schema
  const type = typeof schema.format === "string" ? typeByFormat[schema.format] : undefined
  return type === undefined ? open : { ...open, type }
}

const isNull = (choice: unknown) => isJson(choice) && choice.type === "null"

/** Names the null of a choice after what else it may be, as readers expect. */
const nullLast = (schema: Json): Json => {
  const { anyOf } = schema
  if (!Array.isArray(anyOf)) return schema
  return { ...schema, anyOf: anyOf.toSorted((a, b) => Number(isNull(a)) - Number(isNull(b))) }
}

/** Replaces a choice between equal schemas by one of them. The errors of two middlewares are such a choice. */
const onceOf = (schema: Json): Json => {
  const { anyOf, ...rest } = schema
  const [first, ...others] = Array.isArray(anyOf) ? anyOf : []
  const isNone = isJson(first) && others.every((other) => JSON.stringify(other) === JSON.stringify(first))
  return isNone ? { ...rest, ...first } : schema
}

const prefix = "#/components/schemas/"

/**
 * Renames the schemas for the document. The contract names no schema for numbers, so these are inlined; the other schemas
 * lose the suffix "Encoded".
 */
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

/**
 * Adds the `Link` header to the answers of calls with a `limit`, as these answer long lists; to those with a `count` also that of the
 * total, and CSV.
 */
const linked = (operation: Json): Json => {
  const { parameters } = operation
  const has = (name: string) =>
    Array.isArray(parameters) && parameters.some((json) => isJson(json) && json.name === name)
  if (!has("limit")) return operation
  const responses = part(operation, "responses")
  const answer = part(responses, "200")
  const described = has("count")
    ? { headers: { ...longListHeaders, ...totalHeader }, content: { ...part(answer, "content"), ...csvContent } }
    : { headers: longListHeaders }
  return { ...operation, responses: { ...responses, 200: { ...answer, ...described } } }
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

/** Adds the schemes to calls with a token, as another way to show who is calling. */
const withSession = (spec: Json, schemes: Readonly<Record<string, unknown>>): Json => {
  const names = Object.keys(schemes)
  if (names.length === 0) return spec
  const components = part(spec, "components")
  return mapOperations(
    { ...spec, components: { ...components, securitySchemes: { ...part(components, "securitySchemes"), ...schemes } } },
    (operation) =>
      Array.isArray(operation.security) && operation.security.length > 0
        ? { ...operation, security: [...operation.security, Object.fromEntries(names.map((name) => [name, []]))] }
        : operation
  )
}

/** Removes from calls with a token the statuses that terminals get another status for. */
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
