// Writes the facts of published API documents that clients rely on: calls, parameters, fields, types, what is required. It
// copies nothing else of the documents, and no sentence of them. Run it when there is a newer version, with the folder of the
// documents and the folder beside this file for their facts: node test/http/contract/facts.ts DOCUMENTS published/newest
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

type Json = { readonly [key: string]: unknown }

const isJson = (u: unknown): u is Json => typeof u === "object" && u !== null && !Array.isArray(u)
const asJson = (u: unknown): Json => isJson(u) ? u : {}
const list = (u: unknown): ReadonlyArray<unknown> => Array.isArray(u) ? u : []

const mapped = (json: unknown, change: (value: unknown) => unknown): Json =>
  Object.fromEntries(
    Object.entries(asJson(json)).map(([key, value]) => [key, change(value)]).filter(([, value]) => value !== undefined)
  )

/** A schema without titles, descriptions, examples, defaults, formats and limits. */
const schemaFacts = (schema: unknown): Json => {
  const { $ref, allOf, anyOf, const: only, enum: values, items, oneOf, properties, required, type } = asJson(schema)
  const choices = (some: unknown) => some === undefined ? undefined : list(some).map(schemaFacts)
  const facts = {
    $ref,
    type,
    enum: values,
    const: only,
    allOf: choices(allOf),
    anyOf: choices(anyOf),
    oneOf: choices(oneOf),
    items: items === undefined ? undefined : schemaFacts(items),
    properties: properties === undefined ? undefined : mapped(properties, schemaFacts),
    required
  }
  return mapped(facts, (value) => value)
}

const contentFacts = (body: unknown): Json => {
  const { content } = asJson(body)
  return content === undefined
    ? {}
    : { content: mapped(content, (media) => ({ schema: schemaFacts(asJson(media).schema) })) }
}

const operationFacts = ({ parameters, requestBody, responses }: Json): Json => ({
  parameters: list(parameters).map(asJson).map(({ in: place, name, required, schema }) => ({
    in: place,
    name,
    required,
    schema: schemaFacts(schema)
  })),
  ...(requestBody === undefined ? {} : { requestBody: contentFacts(requestBody) }),
  responses: Object.fromEntries(
    Object.entries(asJson(responses)).filter(([status]) => status.startsWith("2"))
      .map(([status, answer]) => [status, contentFacts(answer)])
  )
})

/** The compared parts of an OpenAPI document, as a smaller document. */
export const factsOf = (document: Json): Json => ({
  paths: mapped(document.paths, (operations) => mapped(operations, (operation) => operationFacts(asJson(operation)))),
  components: { schemas: mapped(asJson(document.components).schemas, schemaFacts) }
})

/** A line for each call and schema, so that a newer version shows its changes. */
const written = (facts: Json): string => {
  const lines = (json: unknown) =>
    Object.entries(asJson(json)).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(",\n")
  return `{"paths":{\n${lines(facts.paths)}\n},"components":{"schemas":{\n${
    lines(asJson(facts.components).schemas)
  }\n}}}\n`
}

const publishedFiles = ["administration.json", "terminalserver.json", "customer_portal.json"] as const

if (import.meta.main) {
  const [folder, target] = process.argv.slice(2)
  if (folder === undefined || target === undefined) {
    throw new Error("Name the folder of the documents and that of the facts")
  }
  for (const file of publishedFiles) {
    const facts = factsOf(asJson(JSON.parse(readFileSync(join(folder, file), "utf8"))))
    writeFileSync(join(import.meta.dirname, target, file), written(facts))
  }
}
