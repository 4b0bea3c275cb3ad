/** How the fields of requests and answers are shown on the pages of the APIs. */
import { type ApiDocument, besideNull, type JsonSchema, referred, resolved } from "./ApiDocument.ts"
import { cell, table } from "./Markdown.ts"

type Schemas = ApiDocument["schemas"]

const formats: Readonly<Record<string, string>> = {
  int64: "integer",
  uint64: "integer, up to 64 bit",
  decimal: "number",
  uuid: "UUID",
  "date-time": "date and time (ISO 8601)",
  date: "date",
  email: "e-mail address",
  byte: "text in Base64",
  binary: "file"
}

const names: Readonly<Record<string, string>> = { string: "text", object: "object", array: "list" }

const isObject = (schema: JsonSchema): boolean => schema.properties !== undefined

/** Whether a schema has a section of its own, to which others link. */
export const hasSection = (name: string, schemas: Schemas): boolean => isObject(schemas[name] ?? {})

/** The type of a value in words, with a link to the section of an object. */
export const typeOf = (given: JsonSchema, schemas: Schemas, link: (name: string) => string): string => {
  const reference = referred(given)
  if (reference !== undefined && hasSection(reference, schemas)) return link(reference)
  const schema = resolved(given, schemas)
  const beside = besideNull(schema)
  if (beside !== undefined) return `${typeOf(beside, schemas, link)} or null`
  if (schema.anyOf !== undefined) return schema.anyOf.map((choice) => typeOf(choice, schemas, link)).join(" or ")
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(" or ")
  if (schema.items !== undefined) return `list of ${typeOf(schema.items, schemas, link)}`
  if (typeof schema.additionalProperties === "object" && !isObject(schema)) {
    return `object of ${typeOf(schema.additionalProperties, schemas, link)} by key`
  }
  return formats[schema.format ?? ""] ?? names[schema.type ?? ""] ?? schema.type ?? "any value"
}

/** Integers of JavaScript have these bounds; they say nothing about a field. */
const unsaid = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]

const between = (unit: string, least: number | undefined, most: number | undefined): ReadonlyArray<string> => {
  const [from, to] = [least, most].map((bound) => bound === undefined || unsaid.includes(bound) ? undefined : bound)
  if (from !== undefined && to !== undefined) return [`${from} to ${to}${unit}`]
  if (to !== undefined) return [`at most ${to}${unit}`]
  if (from === 1 && unit === " entries") return ["at least one entry"]
  return from === undefined || (from === 0 && unit !== "") ? [] : [`at least ${from}${unit}`]
}

/** What a value must keep to besides its type. */
const boundsOf = (given: JsonSchema, schemas: Schemas): ReadonlyArray<string> => {
  const schema = resolved(given, schemas)
  const beside = besideNull(schema)
  if (beside !== undefined) return boundsOf(beside, schemas)
  return [
    ...between("", schema.minimum, schema.maximum),
    ...schema.exclusiveMinimum === undefined ? [] : [`more than ${schema.exclusiveMinimum}`],
    ...schema.format === undefined ? between(" characters", schema.minLength, schema.maxLength) : [],
    ...between(" entries", schema.minItems, schema.maxItems)
  ]
}

/** The meaning and the bounds of a value, as a table says it. */
export const meaningOf = (given: JsonSchema, schemas: Schemas, said?: string): string => {
  const description = said ?? resolved(given, schemas).description ?? besideNull(given)?.description ?? ""
  const bounds = boundsOf(given, schemas).join(", ")
  const sentence = bounds === "" ? "" : `${bounds[0]!.toUpperCase()}${bounds.slice(1)}.`
  return [description, sentence].filter((part) => part !== "").join(" ")
}

type Row = readonly [name: string, type: string, meaning: string]

/** The fields of an object; those of an object inside without a name have their paths. */
const rowsOf = (
  given: JsonSchema,
  schemas: Schemas,
  link: (name: string) => string,
  path: string
): ReadonlyArray<Row> => {
  const { properties = {}, required = [] } = resolved(given, schemas)
  return Object.entries(properties).flatMap(([name, value]): ReadonlyArray<Row> => {
    const field = `${path}${name}`
    const mark = required.includes(name) ? "" : ", may be left out"
    const row: Row = [`\`${field}\`${mark}`, typeOf(value, schemas, link), meaningOf(value, schemas)]
    const inside = besideNull(value) ?? value
    const item = inside.items ?? inside
    const below = referred(item) === undefined && isObject(item)
      ? rowsOf(item, schemas, link, `${field}${inside.items === undefined ? "" : "[]"}.`)
      : []
    return [row, ...below]
  })
}

/** A table of the fields of an object, or its type if it has none. */
export const fieldsOf = (schema: JsonSchema, schemas: Schemas, link: (name: string) => string): string => {
  const rows = rowsOf(schema, schemas, link, "")
  if (rows.length === 0) return `${cell(typeOf(schema, schemas, link))}.`
  return table(["field", "type", "meaning"], rows)
}

/** The names of all schemas that a value leads to, each once, in the order of the first mention. */
export const schemasIn = (value: unknown, schemas: Schemas, found: Set<string> = new Set()): Set<string> => {
  if (Array.isArray(value)) { for (const one of value) schemasIn(one, schemas, found) }
  else if (typeof value === "object" && value !== null) {
    const name = referred(value as JsonSchema)
    if (name !== undefined && !found.has(name)) {
      found.add(name)
      schemasIn(schemas[name], schemas, found)
    }
    for (const part of Object.values(value)) schemasIn(part, schemas, found)
  }
  return found
}
