/** How one call is shown on the pages of the APIs. */
import { largerBodies } from "@wristbank/http/api/BodyLimit"
import type { ApiDocument, JsonSchema, Operation, Parameter } from "./ApiDocument.ts"
import { fieldsOf, meaningOf, typeOf } from "./ApiFields.ts"
import { answered, filled, printed } from "./Example.ts"
import { knownRefusals } from "./KnownRefusals.ts"
import { listed, table } from "./Markdown.ts"
import { checksOf, type OrderOfChecks, orderOfChecks } from "./orderOfChecks.ts"
import { sizeOf } from "./requestRefusals.ts"
import { pageOfRules } from "./rules.ts"

/** What a page knows beside the call: its API, the level of the call's heading, and how it links to an object. */
export interface Page {
  readonly api: ApiDocument
  readonly level: "##" | "###"
  readonly link: (schema: string) => string
}

/** The text under which a call is found. */
export const headingOf = ({ operationId, summary = "" }: Operation): string =>
  summary === "" ? operationId : summary.replace(/\.$/, "")

/** Where the pages lie that these link to. */
const reference = "/docs/reference"

/** The anchor of a heading, as Docusaurus and code hosts make it. */
export const anchorOf = (heading: string): string =>
  heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-")

/** A link to an error, or to a rule such as `till.nobody_signed_in`. */
const errorLink = (refusal: string): string => {
  const [room, rule] = refusal.split(".")
  return `[\`${refusal}\`](${reference}/${rule === undefined ? "errors" : `rules/${pageOfRules(room!)}`}#${
    anchorOf(refusal)
  })`
}

/** What a call says of itself, and apart from it who may call it, if it says that as well. */
const descriptionOf = ({ description = "" }: Operation) => {
  const paragraphs = description.split("\n\n").filter((text) => text !== "")
  const caller = paragraphs.find((text) => text.startsWith("Open to "))
  return { caller, meaning: paragraphs.filter((text) => text !== caller) }
}

const callerOf = (operation: Operation): string => {
  const { needs } = operation
  const { caller } = descriptionOf(operation)
  if (caller !== undefined) return caller.replace("Open to ", "")
  if (needs === "nothing") return "anybody, without a token."
  if (needs === "token") return "everyone with a token of this API."
  if (needs === "presence") return "everyone who is signed in; in the back office with any privilege at the node."
  const names = needs.map((privilege) => `[\`${privilege}\`](${reference}/privileges#${anchorOf(privilege)})`)
  return `everyone who holds ${listed(names, "or")}.`
}

const kinds = { path: "path", query: "query", header: "header" } as const

const parametersOf = (parameters: ReadonlyArray<Parameter>, { api, link }: Page): string =>
  table(
    ["parameter", "in", "type", "meaning"],
    parameters.map((parameter) => [
      `\`${parameter.name}\`${parameter.required === true ? "" : ", may be left out"}`,
      kinds[parameter.in],
      typeOf(parameter.schema, api.schemas, link),
      meaningOf(parameter.schema, api.schemas, parameter.description)
    ])
  )

const jsonBody = ({ requestBody }: Operation) => requestBody?.content["application/json"]

const bodyOf = (operation: Operation) => jsonBody(operation)?.schema

/** The contents of an answer by their types; JSON first. */
const contentsOf = ({ responses }: Operation) =>
  Object.entries(responses).filter(([status]) => status.startsWith("2"))
    .flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, { examples, schema }]) => ({ status, type, schema, examples }))
    )

/** What a body is: its fields in a table, or its type with a link. */
const shapeOf = (schema: JsonSchema, { api, link }: Page): string => {
  const type = typeOf(schema, api.schemas, link)
  if (type === "null") return "nothing (`null`)."
  return type === "object" ? `\n\n${fieldsOf(schema, api.schemas, link)}` : `${type}.`
}

const answerOf = (operation: Operation, page: Page): string => {
  const parts = contentsOf(operation).map(({ schema, status, type }) =>
    `**Answer** with status ${status}: ${type === "application/json" ? shapeOf(schema, page) : `\`${type}\`.`}`
  )
  return parts.length === 0 ? "**Answer** without content." : parts.join("\n\n")
}

const ordersByCall: ReadonlyMap<string, OrderOfChecks> = new Map(
  Object.values<OrderOfChecks>(orderOfChecks).map((order) => [order.call, order])
)

const met = knownRefusals()

/** The errors and rules that a call answers: bookings in the order of their checks, other calls as tests met them. */
export const refusalsOf = (operation: Operation, prefix: string): ReadonlyArray<string> => {
  const call = `${operation.method} ${operation.path}`
  const order = prefix === "/api/administration" ? undefined : ordersByCall.get(call)
  if (order !== undefined) return [...new Set(checksOf(order).map(({ refusal }) => refusal))]
  const takesInput = operation.requestBody !== undefined || operation.parameters.length > 0
  const own = met[prefix.replace("/api/", "")]?.[operation.operationId] ?? []
  return [
    ...operation.needs === "nothing" ? [] : ["NotAuthenticated", "Unauthorized"],
    ...Array.isArray(operation.needs) || operation.needs === "presence" ? ["AccessDenied"] : [],
    ...takesInput ? ["InvalidRequest"] : [],
    ...operation.requestBody === undefined ? [] : ["BodyTooLarge"],
    ...new Set(own.map((refusal) => refusal.split(" ").at(-1)!))
  ]
}

const refusalsText = (operation: Operation, { prefix }: ApiDocument): string => {
  const refusals = refusalsOf(operation, prefix)
  const list = refusals.map(errorLink).join(", ")
  const order = prefix === "/api/terminal" && ordersByCall.has(`${operation.method} ${operation.path}`)
    ? ` In [this order](${reference}/order-of-checks).`
    : ""
  return refusals.length === 0 ? "" : `Refusals: ${list}.${order}`
}

const inPath = (value: unknown, name: string): string => encodeURIComponent(String(filled(value, name)))

const pathOf = ({ parameters, path }: Operation): string => {
  const whole = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => inPath(parameters.find((one) => one.name === name)?.example, name)
  )
  const query = parameters.filter((one) => one.in === "query" && one.required === true)
    .map(({ example, name }) => `${name}=${inPath(example, name)}`)
  return query.length === 0 ? whole : `${whole}?${query.join("&")}`
}

/** The body that a test sends; undefined without one. */
export const exampleBody = (operation: Operation): unknown => filled(jsonBody(operation)?.examples?.usual.value)

/** The request as a line of the shell. */
const curlOf = (operation: Operation, api: ApiDocument): string => {
  const body = exampleBody(operation)
  const asPost = body === undefined ? "GET" : "POST"
  const method = operation.method === asPost ? "" : ` -X ${operation.method}`
  const token = operation.needs === "nothing" ? "" : ` \\\n  -H "Authorization: Bearer $token"`
  const data = body === undefined ? "" : ` \\\n  -d '${printed(body, "  ")}'`
  return `curl${method} "http://localhost:8000${api.prefix}${pathOf(operation)}"${token}${data}`
}

const exampleText = (operation: Operation, api: ApiDocument): string => {
  const answer = answered(contentsOf(operation)[0]?.examples?.usual.value)
  const shown = answer === undefined || answer === null ? "" : `\n\n\`\`\`json\n${printed(answer)}\n\`\`\``
  return `\`\`\`sh\n${curlOf(operation, api)}\n\`\`\`${shown}`
}

/** The section of a call. */
export const callSection = (operation: Operation, page: Page): string => {
  const { api, level } = page
  const call = `${operation.method} ${operation.path}`
  const body = bodyOf(operation)
  const larger = largerBodies.get(call.replaceAll(/\{(\w+)\}/g, ":$1"))
  const limit = larger === undefined ? "" : `, at most ${sizeOf(larger.limit)}`
  return [
    `${level} ${headingOf(operation)}`,
    `\`${call}\``,
    ...descriptionOf(operation).meaning,
    `Open to: ${callerOf(operation)}`,
    ...operation.parameters.length === 0 ? [] : [parametersOf(operation.parameters, page)],
    ...body === undefined ? [] : [`**Request body**${limit}: ${shapeOf(body, page)}`],
    answerOf(operation, page),
    ...[refusalsText(operation, api)].filter((text) => text !== ""),
    exampleText(operation, api)
  ].join("\n\n")
}
