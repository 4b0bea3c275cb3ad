/** A JSON object of an OpenAPI document. */
type Json = { readonly [key: string]: unknown }

/** A difference between a published call and ours: `METHOD /path`, the place in it, and its description. */
export interface Difference {
  readonly call: string
  readonly at: string
  readonly what: string
}

/** Requests must be accepted as published; answers must contain nothing else than published. */
type Side = "request" | "answer"

/** The calls of a document by `METHOD /path`; names of path parameters and closing slashes are ignored. */
export const callsOf = (document: Json): ReadonlyMap<string, Json> => {
  const calls = new Map<string, Json>()
  for (const [path, operations] of Object.entries(part(document, "paths"))) {
    for (const [method, operation] of Object.entries(asJson(operations))) {
      calls.set(`${method.toUpperCase()} ${path.replace(/(.)\/$/, "$1")}`.replace(/\{\w+\}/g, "{}"), asJson(operation))
    }
  }
  return calls
}

/** The differences that would break a client of the published document, in the calls that both documents have. */
export const compare = (published: Json, ours: Json): ReadonlyArray<Difference> => {
  const found: Array<Difference> = []
  const ourCalls = callsOf(ours)
  for (const [call, theirs] of callsOf(published)) {
    const own = ourCalls.get(call)
    if (own === undefined) continue
    const report = (at: string, what: string) => {
      if (!found.some((known) => known.call === call && known.at === at)) found.push({ call, at, what })
    }
    const both = { theirs: { document: published }, ours: { document: ours }, report, seen: new Set<string>() }
    compareParameters(both, theirs, own)
    compareBodies(both, theirs, own)
    compareAnswers(both, theirs, own)
  }
  return found
}

interface Both {
  readonly theirs: { readonly document: Json }
  readonly ours: { readonly document: Json }
  readonly report: (at: string, what: string) => void
  readonly seen: Set<string>
}

const compareParameters = (both: Both, theirs: Json, ours: Json) => {
  const own = list(ours.parameters).map(asJson)
  for (const parameter of list(theirs.parameters).map(asJson)) {
    const { in: place, name } = parameter
    if (place === "header") continue
    const at = `${String(place)} ${String(name)}`
    const match = own.find((candidate) => candidate.name === name && candidate.in === place)
    if (match === undefined) {
      both.report(at, "missing")
      continue
    }
    if (match.required === true && parameter.required !== true) both.report(at, "required here only")
    compareSchemas(both, "request", at, withoutNull(part(parameter, "schema")), part(match, "schema"))
  }
  for (const { in: place, name, required } of own) {
    const known = list(theirs.parameters).some((theirOwn) =>
      asJson(theirOwn).name === name && asJson(theirOwn).in === place
    )
    if (!known && required === true) both.report(`${String(place)} ${String(name)}`, "required here, published nowhere")
  }
}

const compareBodies = (both: Both, theirs: Json, ours: Json) => {
  const schemaOf = (operation: Json): [mediaType: string, schema: Json] | undefined => {
    const [first] = Object.entries(part(part(operation, "requestBody"), "content"))
    return first === undefined ? undefined : [first[0], part(asJson(first[1]), "schema")]
  }
  const [published, own] = [schemaOf(theirs), schemaOf(ours)]
  if (published === undefined && own === undefined) return
  if (published === undefined) return both.report("body", "required here only")
  const content = part(part(ours, "requestBody"), "content")
  if (content[published[0]] === undefined) return both.report("body", `not taken as ${published[0]}`)
  compareSchemas(both, "request", "body", published[1], part(asJson(content[published[0]]), "schema"))
}

const compareAnswers = (both: Both, theirs: Json, ours: Json) => {
  for (const [status, answer] of Object.entries(part(theirs, "responses"))) {
    if (!status.startsWith("2")) continue
    const own = part(ours, "responses")[status]
    if (own === undefined) {
      both.report(`answer ${status}`, "never given")
      continue
    }
    const published = part(part(asJson(answer), "content"), "application/json").schema
    const given = part(part(asJson(own), "content"), "application/json").schema
    if (published === undefined || Object.keys(asJson(published)).length === 0) continue
    if (given === undefined) both.report(`answer ${status}`, "has no body here")
    else compareSchemas(both, "answer", "answer", asJson(published), asJson(given))
  }
}

const compareSchemas = (both: Both, side: Side, at: string, published: Json, ours: Json): void => {
  const theirs = alternatives(both.theirs.document, published)
  const own = alternatives(both.ours.document, ours)
  if (theirs.some(isAnything)) return
  if (own.some(isAnything)) return side === "answer" ? both.report(at, "of any kind here") : undefined
  const [given, taken, problem] = side === "request"
    ? [theirs, own, "not taken here"] as const
    : [own, theirs, "given here, published nowhere"] as const
  for (const alternative of given) {
    const kind = kindOf(alternative)
    if (!taken.some((other) => accepts(other, kind))) both.report(at, `${kind} ${problem}`)
  }
  const constants = (some: ReadonlyArray<Json>) =>
    some.flatMap(({ enum: values, const: only }) => only === undefined ? list(values) : [only])
  const [emitted, known] = [constants(given), constants(taken)]
  if (emitted.length > 0 && known.length > 0) {
    for (const value of emitted) if (!known.includes(value)) both.report(at, `${String(value)} ${problem}`)
  }
  const [theirObject, ourObject] = [theirs.find(isObject), own.find(isObject)]
  if (theirObject !== undefined && ourObject !== undefined) compareObjects(both, side, at, theirObject, ourObject)
  const [theirList, ourList] = [theirs.find(isList), own.find(isList)]
  if (theirList !== undefined && ourList !== undefined) {
    compareSchemas(both, side, `${at}[]`, part(theirList, "items"), part(ourList, "items"))
  }
}

const compareObjects = (both: Both, side: Side, at: string, published: Json, ours: Json) => {
  const required = (schema: Json) => list(schema.required)
  for (const [name, schema] of Object.entries(part(published, "properties"))) {
    const inside = `${at}.${name}`
    const own = part(ours, "properties")[name]
    if (own === undefined) {
      both.report(inside, side === "request" ? "not read here" : "never given here")
      continue
    }
    if (side === "answer" && required(published).includes(name) && !required(ours).includes(name)) {
      both.report(inside, "may be absent here")
    }
    const step = `${side} ${inside}`
    if (inside.split(".").length < 8 && !both.seen.has(step)) {
      both.seen.add(step)
      compareSchemas(both, side, inside, asJson(schema), asJson(own))
    }
  }
  if (side === "answer") return
  for (const name of required(ours)) {
    if (!required(published).includes(name)) both.report(`${at}.${String(name)}`, "required here only")
  }
}

/** The schema without null: a URL can't carry null, so clients leave the parameter out. */
const withoutNull = (schema: Json): Json =>
  schema.anyOf === undefined
    ? schema
    : { ...schema, anyOf: list(schema.anyOf).filter((choice) => asJson(choice).type !== "null") }

/** The alternatives of a schema, without references and choices. */
const alternatives = (document: Json, schema: Json): ReadonlyArray<Json> => {
  if (typeof schema.$ref === "string") {
    const name = schema.$ref.slice("#/components/schemas/".length)
    return alternatives(document, part(part(part(document, "components"), "schemas"), name))
  }
  const choices = list(schema.anyOf ?? schema.oneOf)
  if (choices.length > 0) return choices.flatMap((choice) => alternatives(document, asJson(choice)))
  const all = list(schema.allOf)
  if (all.length === 1 && schema.type === undefined) return alternatives(document, asJson(all[0]))
  return Array.isArray(schema.type) ? schema.type.map((type: unknown) => ({ ...schema, type })) : [schema]
}

const kindOf = (schema: Json): string => {
  if (typeof schema.type === "string") return schema.type
  const sample = schema.const === undefined ? list(schema.enum)[0] : schema.const
  return sample === null ? "null" : typeof sample
}

const accepts = (schema: Json, kind: string) => {
  const own = kindOf(schema)
  return own === kind || (own === "number" && kind === "integer")
}

const isAnything = (schema: Json) =>
  schema.type === undefined && schema.enum === undefined && schema.const === undefined
const isObject = (schema: Json) => schema.type === "object"
const isList = (schema: Json) => schema.type === "array"

const isJson = (u: unknown): u is Json => typeof u === "object" && u !== null && !Array.isArray(u)
const asJson = (u: unknown): Json => isJson(u) ? u : {}
const part = (json: Json, key: string): Json => asJson(json[key])
const list = (u: unknown): ReadonlyArray<unknown> => Array.isArray(u) ? u : []
