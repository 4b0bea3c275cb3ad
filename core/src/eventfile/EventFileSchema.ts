import { Predicate, Schema } from "effect"
import { EventFile } from "./EventFile.ts"

/** The types of numbers whose schemas say their format alone, as they also accept text. */
const types: { readonly [format: string]: string } = { decimal: "number", int64: "integer" }

/** Says the types of numbers, and refuses unknown fields as the command line does, so that editors find both. */
const strict = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(strict)
  if (!Predicate.isObject(schema)) return schema
  const said = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]))
  if ("properties" in said) return { ...said, additionalProperties: false }
  const type = "type" in said ? undefined : types[String(said["format"])]
  return type === undefined ? said : { type, ...said }
}

/** The JSON Schema of an event's file, with which editors complete and check it. */
export const eventFileSchema = (): object => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(EventFile)
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "An event of Wristbank",
    ...strict(schema) as object,
    $defs: strict(definitions)
  }
}
