/**
 * The words of an API: what its groups, calls and fields mean. They are written as comments where these are declared;
 * `docs/generators/words.ts` collects them into the files read here, when the first document is asked for.
 */
import { Context, Schema } from "effect"
import { type HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { existsSync, readFileSync } from "node:fs"
import { type ApiExamples, readExamples, withExample } from "./ApiExamples.ts"

const Texts = Schema.Record(Schema.String, Schema.String)

/** The words of a call. */
export class CallWords extends Schema.Class<CallWords>("CallWords")({
  summary: Schema.String,
  description: Schema.String,
  /** Of its refusals, by status: in Markdown which errors and rules it answers. */
  refusals: Texts,
  /** Of its parameters, as `query.limit`, and of what is declared with the call: `request.a`, `answer.b`, `answer.b.c`. */
  fields: Texts
}) {}

/** All words of an API. */
export class ApiWords extends Schema.Class<ApiWords>("ApiWords")({
  groups: Texts,
  /** By the id of the operation. */
  calls: Schema.Record(Schema.String, CallWords),
  /** Of each named schema, by its name. */
  objects: Texts,
  /** The fields of each named schema, by its name. */
  schemas: Schema.Record(Schema.String, Texts)
}) {}

const WordsFile = Schema.fromJsonString(ApiWords)

/** The words of an API; undefined for an API that is not Wristbank's. */
const readWords = (api: string): ApiWords | undefined => {
  const file = new URL(`../../api/words/${api}.json`, import.meta.url)
  return existsSync(file) ? Schema.decodeUnknownSync(WordsFile)(readFileSync(file, "utf8")) : undefined
}

type Json = Record<string, unknown>
const isJson = (u: unknown): u is Json => typeof u === "object" && u !== null && !Array.isArray(u)
const mapValues = (u: unknown, f: (value: unknown, key: string) => unknown): unknown =>
  isJson(u) ? Object.fromEntries(Object.entries(u).map(([key, value]) => [key, f(value, key)])) : u

/** Gives each field in a JSON schema its description; `at` stands before the names of nested fields. */
const describeFields = (schema: unknown, texts: Readonly<Record<string, string>>, at = ""): unknown => {
  if (Array.isArray(schema)) return schema.map((one) => describeFields(one, texts, at))
  return mapValues(
    schema,
    (value, key) =>
      key !== "properties" ? describeFields(value, texts, at) : mapValues(value, (field, name) => {
        const described = describeFields(field, texts, `${at}${name}.`)
        const description = texts[at + name]
        return description === undefined || !isJson(described) ? described : { ...described, description }
      })
  )
}

const describeContent = (body: unknown, words: CallWords, at: string): unknown =>
  isJson(body) && body["content"] !== undefined
    ? { ...body, content: mapValues(body["content"], (media) => describeFields(media, words.fields, at)) }
    : body

const successText = ({ content }: Json): string => {
  const types = Object.keys(isJson(content) ? content : {})
  if (types.length === 0) return "Done; the answer is empty."
  return types.includes("application/json") ? "Done." : `A file: ${types.join(" or ")}.`
}

const describeCall = (call: unknown, words: CallWords): unknown => {
  if (!isJson(call)) return call
  const { description, parameters, requestBody, responses, summary: _, tags, ...rest } = call
  return {
    tags,
    summary: words.summary,
    // An endpoint may say something on its own already.
    description: [words.description, description].filter((text) => typeof text === "string").join("\n\n"),
    ...rest,
    ...(Array.isArray(parameters) && {
      parameters: parameters.map((one) => {
        const text = words.fields[`${one.in}.${one.name}`]
        return text === undefined ? one : { ...one, description: text }
      })
    }),
    ...(requestBody !== undefined && { requestBody: describeContent(requestBody, words, "request.") }),
    responses: mapValues(responses, (response, status) => {
      if (!isJson(response)) return response
      return status.startsWith("2")
        ? { ...describeContent(response, words, "answer.") as Json, description: successText(response) }
        : { ...response, description: words.refusals[status] ?? response["description"] }
    })
  }
}

/** The document with the words; beyond descriptions and summaries it changes nothing. */
const withWords = (document: Json, words: ApiWords): Json => {
  const components = document["components"] as { readonly schemas: Json }
  return {
    ...document,
    tags: (document["tags"] as ReadonlyArray<{ readonly name: string }>).map((tag) => {
      const description = words.groups[tag.name]
      return description === undefined ? tag : { ...tag, description }
    }),
    paths: mapValues(document["paths"], (calls) =>
      mapValues(calls, (call) => {
        const own = words.calls[String((call as Json)["operationId"])]
        return own === undefined ? call : describeCall(call, own)
      })),
    components: {
      ...components,
      schemas: mapValues(components.schemas, (schema, name) => {
        const described = describeFields(schema, words.schemas[name] ?? {})
        const description = words.objects[name]
        return description === undefined || !isJson(described) ? described : { ...described, description }
      })
    }
  }
}

/** The document with an example of each call. */
const withExamples = (document: Json, examples: ApiExamples): Json => ({
  ...document,
  paths: mapValues(document["paths"], (calls, path) =>
    mapValues(calls, (call, method) => {
      const example = examples[`${method.toUpperCase()} ${path}`]
      return example === undefined || !isJson(call) ? call : withExample(call, example)
    }))
})

/** The API with its words and examples in its document. It reads them when the document is made. */
export const inWords = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): HttpApi.HttpApi<Id, Groups> => {
  const complete = Context.getOrElse(api.annotations, OpenApi.Transform, () => (document: Json) => document)
  return api.annotate(OpenApi.Transform, (plain) => {
    const [document, words] = [complete(plain), readWords(api.identifier)]
    return words === undefined ? document : withExamples(withWords(document, words), readExamples(api.identifier))
  })
}
