/** What the OpenAPI documents say of calls and objects, for the generators that read them. */
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import type { CallNeeds } from "@wristbank/http/api/Needs"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { inWords } from "@wristbank/http/server/documents/ApiWords"
import { OpenApi } from "effect/http-api"
import { callRows } from "./privileges.ts"

/** A schema of JSON as OpenAPI writes it. */
export interface JsonSchema {
  readonly $ref?: string | undefined
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: JsonSchema | boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly [key: string]: unknown
}

export interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required?: boolean
  readonly schema: JsonSchema
  readonly description?: string
  readonly example?: unknown
}

/** A body of one type, with the example that a test sends or gets. */
interface Media {
  readonly schema: JsonSchema
  readonly examples?: { readonly usual: { readonly value: unknown } }
}

interface Answer {
  readonly description?: string
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>
  readonly content?: Readonly<Record<string, Media>>
}

export interface Operation {
  readonly method: string
  readonly path: string
  readonly operationId: string
  readonly tags: ReadonlyArray<string>
  readonly summary?: string
  readonly description?: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Answer>>
  readonly needs: CallNeeds
}

export interface ApiDocument {
  /** The last part of the address of its pages. */
  readonly slug: string
  /** The path below which a server has the API on its common port. */
  readonly prefix: string
  readonly title: string
  readonly description: string
  readonly version: string
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  readonly operations: ReadonlyArray<Operation>
  readonly schemas: Readonly<Record<string, JsonSchema>>
}

interface Document {
  readonly info: { readonly title: string; readonly description: string; readonly version: string }
  readonly tags: ApiDocument["tags"]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, "method" | "path" | "needs">>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

const documentOf = (
  slug: string,
  prefix: string,
  openApi: unknown,
  calls: ReturnType<typeof callRows>
): ApiDocument => {
  const { components, info, paths, tags } = openApi as Document
  const needs = new Map(calls.map((row) => [row.call, row.needs]))
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      const call = `${method.toUpperCase()} ${path}`
      const needed = needs.get(call)
      if (needed === undefined) throw new Error(`${call} is described, but no endpoint`)
      return { ...operation, method: method.toUpperCase(), path, needs: needed }
    })
  )
  return { ...info, slug, prefix, tags, operations, schemas: components.schemas }
}

/** The three APIs. */
export const apiDocuments = (): ReadonlyArray<ApiDocument> => [
  documentOf(
    "administration",
    "/api/administration",
    OpenApi.fromApi(inWords(AdministrationApi)),
    callRows(AdministrationApi)
  ),
  documentOf("customer_portal", "/api/customer", OpenApi.fromApi(inWords(CustomerApi)), callRows(CustomerApi)),
  documentOf("terminalserver", "/api/terminal", OpenApi.fromApi(inWords(TerminalApi)), callRows(TerminalApi))
]

const prefix = "#/components/schemas/"

/** The name of the schema that a reference leads to. */
export const referred = ({ $ref }: JsonSchema): string | undefined => $ref?.slice(prefix.length)

/** A schema with the one that it refers to in its place, and with all that it combines. */
export const resolved = (schema: JsonSchema, schemas: ApiDocument["schemas"]): JsonSchema => {
  const name = referred(schema)
  const own = name === undefined ? schema : { ...schemas[name], ...schema, $ref: undefined }
  const { allOf = [], ...rest } = own
  return allOf.reduce<JsonSchema>((whole, part) => ({ ...resolved(part, schemas), ...whole }), rest)
}

/** The other choice of a schema that may be null. */
export const besideNull = (schema: JsonSchema): JsonSchema | undefined => {
  const { anyOf, ...rest } = schema
  const others = anyOf?.filter(({ type }) => type !== "null")
  if (anyOf === undefined || others === undefined || others.length === anyOf.length) return undefined
  return others.length === 1 ? { ...rest, ...others[0] } : { ...rest, anyOf: others }
}
